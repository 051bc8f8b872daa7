//! Line classification: a puzzle, a row of one, a title, text of a report, or decoration.

use std::io::BufRead;
use std::mem;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::error::column_at;
use crate::formats::bindings::Bindings;
use crate::formats::bindings::starts_answer;
use crate::formats::block::Block;
use crate::formats::candidates::read_candidates;
use crate::formats::cells::Piece;
use crate::formats::clause::Clause;
use crate::formats::clause::is_head;
use crate::formats::clause::starts_clause;
use crate::formats::columns::foreign_heading;
use crate::formats::content::{bracketed, content, content_start, in_brackets, unquoted};
use crate::formats::dashes::with_points;
use crate::formats::entry::Entry;
use crate::formats::glyph::is_rule;
use crate::formats::hodoku::{is_hodoku, read_hodoku};
use crate::formats::object::{Found, Object};
use crate::formats::open::blank_row;
use crate::formats::pair::halves;
use crate::formats::pair::without_stars;
use crate::formats::plain::read_plain;
use crate::formats::reader::Pending;
use crate::formats::reader::Reader;
use crate::formats::record::read_fields;
use crate::formats::row::Row;
use crate::formats::size::Size;
use crate::formats::title::is_heading;
use crate::formats::title::is_report_text;
use crate::formats::title::is_title;
use crate::formats::whole::Grid;
use crate::formats::whole::Whole;
use crate::formats::whole::section;
use crate::geometry::Geometry;

impl<R: BufRead> Reader<R> {
    /// Processes a line of text.
    pub(in crate::formats) fn take_up(&mut self, line: &str) {
        if let Some(line) = unquoted(line) {
            return self.take_up(&line);
        }
        if let (Pending::Nothing, Whole::Nothing, Some(geometry)) =
            (&self.pending, &self.whole, self.size.geometry())
            && let Some(puzzle) = read_plain(line, geometry)
        {
            return self.found(Ok(Entry::of(puzzle, self.lines.number())));
        }
        let number = self.lines.number();
        match &mut self.pending {
            Pending::Rows(block) if line.trim().is_empty() && blank_row(line) == Some(block.length()) => {
                self.push_row(line, number);
            }
            _ if line.trim().is_empty() => {
                self.finish_pending();
                self.end_report();
                self.ahead.may_be_row(line, number);
            }
            Pending::Object(object) if object.is_brace() && in_brackets(line).is_some() => {
                self.pending = Pending::Nothing;
                self.push_text(line);
            }
            Pending::Object(_) => self.push_object(line),
            Pending::Bindings(_) => self.push_bindings(line),
            Pending::Clause(_) => self.push_clause(line),
            _ if line.trim_start().starts_with(['#', '%']) => {}
            _ if is_picture(line) => self.refuse_picture(),
            _ if is_hodoku(line) => {
                self.finish_pending();
                self.end_report();
                self.found(read_hodoku(line, number, self.size));
            }
            _ if is_head(line) => self.finish_pending(),
            _ if starts_clause(line) => {
                self.finish_pending();
                self.end_report();
                self.pending = Pending::Clause(Clause::new(self.lines.number()));
                self.push_clause(line);
            }
            _ if is_heading(line) => {
                self.finish_pending();
                self.end_whole();
                self.whole = Whole::Report(Vec::new());
            }
            _ if starts_answer(line) => {
                self.finish_pending();
                self.end_report();
                self.pending = Pending::Bindings(Bindings::new(self.lines.number()));
                self.push_bindings(line);
            }
            _ if starts_object(line) => {
                self.finish_pending();
                self.end_report();
                self.pending = Pending::Object(Object::new(number, 0, self.ahead.brackets(number)));
                self.push_object(line);
            }
            _ => {
                self.ahead.may_be_brackets(&line[content_start(line)..], number);
                self.push_text(line.split('#').next().unwrap_or(line));
            }
        }
    }

    /// Processes a line that is a puzzle by itself, text, or part of a grid.
    fn push_text(&mut self, text: &str) {
        let line = self.lines.number();
        if text.trim().is_empty() {
            return;
        }
        if text.contains(['{', '}']) {
            return self.push_text(&bracketed(text));
        }
        if let Some(text) = with_points(text).filter(|_| !is_title(text)) {
            self.ahead.has_dashes = true;
            return self.push_text(&text);
        }
        if let Some(section) = section(text) {
            self.finish_pending();
            let ended = self.whole.start(section);
            return self.hand_out(ended);
        }
        if self.whole.is_report() {
            if let Some(ends) = halves(text) {
                return self.push_pair(&without_stars(text), ends);
            }
            if is_report_text(text) {
                return self.finish_pending();
            }
        }
        let known = self.size.geometry();
        if self.refuses_heading(text) {
            return;
        }
        let fields = || read_fields(text, line, self.size, self.ignores_unknown);
        let entry = read_candidates(text, line, known).map(Ok).or_else(fields);
        if let Some(entry) = entry {
            self.finish_pending();
            self.end_report();
            return self.found(entry);
        }
        let is_awaited = match &self.pending {
            Pending::Rows(block) => self.ahead.has_dashes && blank_row(text) == Some(block.length()),
            _ => false,
        };
        if is_awaited {
            return self.push_row(&text.replace('-', "."), line);
        }
        self.push_row(text, line);
        if matches!(self.pending, Pending::Nothing) {
            self.ahead.may_be_row(text, line);
        }
    }

    /// Processes a line that is a row, a title, or decoration.
    fn push_row(&mut self, text: &str, line: usize) {
        let (start, end) = content(text);
        let content = &text[start..end];
        let row = Row::of(content);
        if matches!(self.pending, Pending::Nothing) {
            for (line, blank) in self.ahead.rows(line, &row) {
                self.push_row(&blank, line);
            }
        }
        let known = self.size.geometry().map(Geometry::size);
        let awaited = match &self.pending {
            Pending::Rows(block) => Some(block.length()),
            _ => known,
        };
        if row.symbols == 0 || is_rule(content) && !row.has_open {
            return self.push_rule(content);
        }
        if row.hollow && awaited != Some(row.tokens) && (awaited.is_some() || !row.is_plausible()) {
            // A gap in a drawing whose bars are between boxes.
            return;
        }
        let is_awaited = match &self.pending {
            Pending::Rows(block) => block.length() == row.symbols,
            _ => false,
        };
        if is_title(content) && !row.has_open && !is_awaited && !row.is_plausible() {
            return self.finish_pending();
        }
        let mut block = match mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Rows(block) if block.is_ended_by(&row) && known.is_none() => {
                self.pending = Pending::Rows(block);
                self.finish_pending();
                Block::default()
            }
            Pending::Rows(block) => block,
            _ => Block::default(),
        };
        block.push(Piece { line, text, start, end }, row);
        let is_complete = block.is_complete(self.size);
        self.pending = Pending::Rows(block);
        if is_complete {
            self.finish_pending();
        }
    }

    /// Processes a line that only draws. A bracket alone in its line is ignored: the rows show by themselves what it opens or
    /// closes. The lower edge of a frame ends a whole grid, whatever its size.
    fn push_rule(&mut self, content: &str) {
        let Pending::Rows(block) = &mut self.pending else { return };
        if !content.contains(['-', '=', '+', '─', '━', '═']) {
            return;
        }
        block.rule(content);
        if block.is_square() && content.contains(['└', '┗', '╚']) {
            self.finish_pending();
        }
    }

    /// Adds a line of two grids side by side: one up to the first of these places, one from the second on.
    fn push_pair(&mut self, text: &str, (end, start): (usize, usize)) {
        if self.beside.is_none() {
            self.finish_pending();
        }
        let line = self.lines.number();
        let mut blocks = match mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Rows(block) => [block, self.beside.take().unwrap_or_default()],
            _ => <[Block; 2]>::default(),
        };
        for (block, (start, end)) in blocks.iter_mut().zip([(0, end), (start, text.len())]) {
            let half = &text[start..end];
            let row = Row::of(half);
            if row.symbols == 0 || is_rule(half) {
                block.rule(half);
            } else {
                block.push(Piece { line, text, start, end }, row);
            }
        }
        let [left, right] = blocks;
        (self.pending, self.beside) = (Pending::Rows(left), Some(right));
    }

    /// Adds a line to the pending object. If that closes it, another one may follow in the same line.
    fn push_object(&mut self, line: &str) {
        let (mut rest, mut before) = (line, 0);
        while let Pending::Object(object) = &mut self.pending {
            let closed = object.push(rest);
            let end = closed.as_ref().ok().copied().flatten();
            self.pushed(closed.map(|closed| closed.is_some()));
            let after = end.and_then(|end| Some(end + rest[end..].split('#').next()?.find('{')?));
            let Some(after) = after else { return };
            before += rest[..after].chars().count();
            rest = &rest[after..];
            self.pending = Pending::Object(Object::new(self.lines.number(), before, ""));
        }
    }

    /// Whether the text is the heading of a table with a column of rules or regions, which is refused with all that follows; or is
    /// passed over.
    fn refuses_heading(&mut self, text: &str) -> bool {
        let Some((at, name)) = foreign_heading(text) else { return false };
        if self.ignores_unknown {
            self.ahead.remarks.push(format!("the column \"{name}\" is skipped"));
            return false;
        }
        self.finish_pending();
        let place = (self.lines.number(), column_at(text, at));
        let expected = "a table without columns that may carry rules";
        let found = format!("the column \"{name}\"");
        self.found(Err(ParseError::new(ParseErrorKind::NotUnderstood, place, expected, found)));
        self.is_done = true;
        true
    }

    /// Adds a line to the pending answer.
    fn push_bindings(&mut self, line: &str) {
        let number = self.lines.number();
        let Pending::Bindings(bindings) = &mut self.pending else { return };
        let ended = bindings.push(line, number);
        self.pushed(ended);
    }

    /// Adds a line to the pending clause.
    fn push_clause(&mut self, line: &str) {
        let Pending::Clause(clause) = &mut self.pending else { return };
        let ended = clause.push(line);
        self.pushed(ended);
    }

    /// Acts on the result of adding a line: whether it ended what is pending, or the error that it is there.
    fn pushed(&mut self, ended: Result<bool, ParseError>) {
        match ended {
            Ok(true) => self.finish_pending(),
            Ok(false) => {}
            Err(error) => {
                self.pending = Pending::Nothing;
                self.found(Err(error));
            }
        }
    }

    /// Refuses a picture or a page, which is not read.
    fn refuse_picture(&mut self) {
        self.finish_pending();
        self.end_whole();
        let found = "a picture or a page (SVG, HTML), which is for eyes and not read back";
        let place = (self.lines.number(), 1);
        self.found(Err(ParseError::new(ParseErrorKind::Picture, place, "puzzles as text or JSON", found)));
        self.is_done = true;
    }

    /// Ends the pending puzzle, if there is one.
    pub(in crate::formats) fn finish_pending(&mut self) {
        let size = self.size;
        self.ahead.has_dashes = false;
        match mem::replace(&mut self.pending, Pending::Nothing) {
            Pending::Nothing => {}
            Pending::Rows(block) => {
                let beside = self.beside.take();
                for block in [Some(block), beside].into_iter().flatten().filter(|block| !block.is_empty()) {
                    block.finish(size, &mut |entry, has_own_box| self.found_grid(entry, has_own_box));
                }
            }
            Pending::Object(object) => match object.finish(size, self.ignores_unknown) {
                Ok(Found { entry, has_own_box }) => self.found_grid(Ok(entry), has_own_box),
                Err(error) => self.found(Err(error)),
            },
            Pending::Bindings(bindings) => self.found(bindings.finish(size)),
            Pending::Clause(clause) => {
                if let Some(entry) = clause.finish(size).transpose() {
                    self.found(entry);
                }
            }
        }
    }

    /// Ends a report, if one is being read.
    fn end_report(&mut self) {
        if self.whole.is_report() {
            self.end_whole();
        }
    }

    /// Ends the report or saved file that the last grids belong to.
    pub(in crate::formats) fn end_whole(&mut self) {
        let ended = self.whole.end();
        self.hand_out(ended);
    }

    /// Records a puzzle or an error.
    pub(in crate::formats) fn found(&mut self, entry: Result<Entry, ParseError>) {
        self.found_grid(entry, false);
    }

    /// Records a grid or an error; a grid with its own box may differ in size from the first puzzle.
    fn found_grid(&mut self, entry: Result<Entry, ParseError>, has_own_box: bool) {
        self.has_found = true;
        let taken = match entry {
            Ok(entry) => self.whole.take(Grid { entry, has_own_box }),
            Err(error) => Some(Err(error)),
        };
        self.hand_out(taken);
    }

    /// Makes a result ready to be returned, and records the size that it settles.
    fn hand_out(&mut self, grid: Option<Result<Grid, ParseError>>) {
        let Some(grid) = grid else { return };
        let remarks = mem::take(&mut self.ahead.remarks);
        let entry = grid.and_then(|Grid { mut entry, has_own_box }| {
            entry.remarks.extend(remarks);
            let own = entry.puzzle.geometry();
            match self.size {
                // Rows before it, held back until they were known to be puzzles, may just have settled another size.
                Size::Settled(known) if known != own && !has_own_box => {
                    Err(self.size.mismatch((entry.line, 1), own))
                }
                Size::Open => {
                    self.size = Size::Settled(own);
                    Ok(entry)
                }
                _ => Ok(entry),
            }
        });
        self.ready.push_back(entry);
    }
}

/// Whether an object starts here, which may be the first of a list. Rows in braces are not an object.
fn starts_object(line: &str) -> bool {
    let content = line[content_start(line)..].trim_start_matches(['[', ' ', '\t']);
    content.starts_with('{') && in_brackets(line).is_none()
}

/// Whether a picture or a page starts here.
fn is_picture(line: &str) -> bool {
    let start: String = line.trim_start().chars().take(14).collect::<String>().to_ascii_lowercase();
    ["<svg", "<?xml", "<!doctype html", "<html"].iter().any(|tag| start.starts_with(tag))
}
