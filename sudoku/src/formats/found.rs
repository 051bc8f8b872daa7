//! Results: puzzles and errors, in their order, each with what was said before it.

use std::io::BufRead;
use std::mem;

use crate::error::ParseError;
use crate::formats::entry::Entry;
use crate::formats::format::Format;
use crate::formats::object::Found;
use crate::formats::reader::{Pending, Reader};
use crate::formats::size::Size;
use crate::formats::whole::{Grid, Whole};

impl<R: BufRead> Reader<R> {
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
                Ok(Found { mut entry, has_own_box }) => {
                    if entry.format != Format::Dictionary {
                        entry.format = Format::Json;
                    }
                    self.found_grid(Ok(entry), has_own_box);
                }
                Err(error) => self.found(Err(error)),
            },
            Pending::Bindings(bindings) => {
                let entry = bindings.finish(size);
                self.found(entry.map(|entry| Entry { format: Format::Prolog, ..entry }));
            }
            Pending::File(file) => file.finish(size).into_iter().for_each(|entry| self.found(entry)),
            Pending::Clause(clause) => {
                if let Some(entry) = clause.finish(size).transpose() {
                    self.found(entry.map(|entry| Entry { format: Format::Prolog, ..entry }));
                }
            }
        }
    }

    /// Ends a report, if one is being read.
    pub(in crate::formats) fn end_report(&mut self) {
        if self.whole.is_report() {
            self.end_whole();
        }
    }

    /// Ends the report or saved file that the last grids belong to.
    pub(in crate::formats) fn end_whole(&mut self) {
        let ended = self.whole.end();
        self.hand_out(ended);
        self.end_frames();
    }

    /// Ends the puzzle of the last frames.
    pub(in crate::formats) fn end_frames(&mut self) {
        for grid in self.frames.end() {
            self.hand_out(Some(Ok(grid)));
        }
    }

    /// Records a puzzle or an error.
    pub(in crate::formats) fn found(&mut self, entry: Result<Entry, ParseError>) {
        self.found_grid(entry, false);
    }

    /// Records a grid or an error; a grid with its own box may differ in size from the first puzzle.
    fn found_grid(&mut self, entry: Result<Entry, ParseError>, has_own_box: bool) {
        self.has_found = true;
        let head = mem::take(&mut self.ahead.head).metadata();
        let taken = match entry {
            Ok(mut entry) => {
                if let Some(metadata) = head.filter(|_| entry.format == Format::Rows) {
                    (entry.metadata, entry.format) = (metadata, Format::Sdk);
                }
                let is_of_candidates = entry.format == Format::Pencil;
                let is_drawn = is_of_candidates || entry.format == Format::Grid;
                let corner = self.ahead.corner(entry.line).filter(|_| is_drawn);
                if corner == Some('.') {
                    entry.format = Format::SumoCue;
                }
                let grid = Grid { entry, has_own_box };
                if corner == Some('*') && matches!(self.whole, Whole::Nothing) {
                    for grid in self.frames.take(grid, is_of_candidates) {
                        self.hand_out(Some(Ok(grid)));
                    }
                    return;
                }
                self.end_frames();
                self.whole.take(grid)
            }
            Err(error) => {
                self.end_frames();
                Some(Err(error))
            }
        };
        self.hand_out(taken);
    }

    /// Makes a result ready to be returned, and records the size that it settles.
    pub(in crate::formats) fn hand_out(&mut self, grid: Option<Result<Grid, ParseError>>) {
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
