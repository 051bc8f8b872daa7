//! Line classification: a puzzle, a row of one, a title, text of a report, or decoration.

use std::io::BufRead;
use std::mem;

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::formats::bindings::Bindings;
use crate::formats::bindings::starts_answer;
use crate::formats::block::{Block, continues, ends_open};
use crate::formats::candidates::read_candidates;
use crate::formats::cells::Piece;
use crate::formats::clause::Clause;
use crate::formats::clause::is_head;
use crate::formats::clause::starts_clause;
use crate::formats::columns::is_table_heading;
use crate::formats::content::{bracketed, content, content_start, in_brackets, unquoted};
use crate::formats::dashes::with_points;
use crate::formats::entry::Entry;
use crate::formats::fractions::without_fractions;
use crate::formats::glyph::is_rule;
use crate::formats::hodoku::{is_hodoku, read_hodoku};
use crate::formats::object::Object;
use crate::formats::open::blank_row;
use crate::formats::opensudoku::{self, File};
use crate::formats::pair::halves;
use crate::formats::pair::without_stars;
use crate::formats::plain::read_plain;
use crate::formats::reader::Pending;
use crate::formats::reader::Reader;
use crate::formats::record::read_fields;
use crate::formats::refusals::{has_further_rules, is_picture, is_sumocue};
use crate::formats::row::Row;
use crate::formats::title::is_heading;
use crate::formats::title::is_report_text;
use crate::formats::title::is_title;
use crate::formats::whole::Whole;
use crate::formats::whole::section;
use crate::geometry::Geometry;

impl<R: BufRead> Reader<R> {
    /// Processes a line of text.
    pub(in crate::formats) fn take_up(&mut self, line: &str) {
        if let Some(line) = unquoted(line).filter(|_| !matches!(self.pending, Pending::File(_))) {
            // The heading of a report is known by its place at the start of a line.
            let is_heading = is_heading(line.trim_start());
            return self.take_up(if is_heading { line.trim_start() } else { &line });
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
            Pending::File(_) => self.push_file(line),
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
            _ if line.trim_start().starts_with(['#', '%']) => self.ahead.head.add(line),
            _ if opensudoku::start(line).is_some() => {
                self.finish_pending();
                self.end_whole();
                self.pending = Pending::File(File::new(number));
                self.push_file(line);
            }
            _ if is_picture(line) => self.refuse_picture(),
            _ if is_sumocue(line) => self.refuse_sumocue(),
            _ if has_further_rules(line) => self.refuse_further_rules(),
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
        if let Some(text) = without_fractions(text) {
            return self.push_text(&text);
        }
        if let Some(section) = section(text) {
            self.finish_pending();
            self.end_frames();
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
        if is_table_heading(text) {
            self.finish_pending();
            return self.end_frames();
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
        if let Some(longer) = self.with_open_end(content, &row) {
            return self.push_row(&longer, line);
        }
        // Rows of dashes wait for one with a value.
        if matches!(self.pending, Pending::Nothing) && row.symbols > 0 {
            for (line, blank) in self.ahead.rows(line, &row, content) {
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
            self.finish_pending();
            return self.end_frames();
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

    /// The row with a point behind its last comma, if one cell is missing there: the rows that are pending have one cell more. If it has
    /// one cell more than the only row before it, which ends with a comma, that row is put in again with a point.
    fn with_open_end(&mut self, content: &str, row: &Row) -> Option<String> {
        let Pending::Rows(block) = &mut self.pending else { return None };
        if row.tokens == block.length() + 1
            && !continues(content, row)
            && let Some((first, text)) = block.take_back()
        {
            self.pending = Pending::Nothing;
            self.push_row(&with_point(&text), first);
            return None;
        }
        let is_short = row.tokens + 1 == block.length() && !block.is_continued();
        (is_short && ends_open(content)).then(|| with_point(content))
    }

    /// Processes a line that only draws. A bracket alone in its line is ignored: the rows show by themselves what it opens or
    /// closes. The lower edge of a frame ends a whole grid, whatever its size.
    fn push_rule(&mut self, content: &str) {
        self.ahead.may_be_edge(content, self.lines.number());
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

    /// Adds a line to the pending file.
    fn push_file(&mut self, line: &str) {
        let Pending::File(file) = &mut self.pending else { return };
        let ended = file.push(line);
        // What follows a picture is part of it.
        self.is_done |= ended.as_ref().is_err_and(|error| error.kind() == ParseErrorKind::Picture);
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
}

/// The row with a point behind its last comma.
fn with_point(row: &str) -> String {
    row.trim_end().to_owned() + "."
}

/// Whether an object starts here, which may be the first of a list. Rows in braces are not an object.
fn starts_object(line: &str) -> bool {
    let content = line[content_start(line)..].trim_start_matches(['[', ' ', '\t']);
    content.starts_with('{') && in_brackets(line).is_none()
}
