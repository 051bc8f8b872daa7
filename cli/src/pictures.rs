//! `inspect` of puzzles as one picture, or as a page of them.

use std::io::{self, Write};

use residua::search::Limits;
use residua_report::question::Inspect;
use residua_report::{Answer, End, Subject, inspect};
use residua_sudoku::render::picture;

use crate::each::{Look, refuse_subject};
use crate::setting::Setting;

/// One picture. An SVG document has one root: a second puzzle has no place in it.
#[derive(Debug)]
pub(crate) struct Single {
    question: Inspect,
    setting: Setting,
    /// How many puzzles there were.
    puzzles: usize,
}

impl Single {
    pub(crate) fn new(question: Inspect, setting: Setting) -> Single {
        Single { question, setting, puzzles: 0 }
    }
}

impl Look for Single {
    fn puzzle(&mut self, subject: &mut Subject, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        self.puzzles += 1;
        if self.puzzles > 1 {
            if self.puzzles == 2 {
                let message =
                    "an SVG picture shows one puzzle, and this is the second; --format html shows many";
                return Ok(refuse_subject(subject, message));
            }
            return Ok(End::Mistaken);
        }
        let answer = inspect(self.question, subject, &self.setting.asking(limits));
        let account = answer.of_puzzle().map_err(io::Error::other)?;
        write!(output, "{}", account.svg())?;
        Ok(account.end())
    }
}

/// A page with a section for each puzzle.
#[derive(Debug)]
pub(crate) struct Page {
    question: Inspect,
    setting: Setting,
    has_begun: bool,
}

impl Page {
    pub(crate) fn new(question: Inspect, setting: Setting) -> Page {
        Page { question, setting, has_begun: false }
    }

    fn begin(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        write!(output, "{}", picture::Page::head("residua: what is left"))
    }
}

impl Look for Page {
    fn puzzle(&mut self, subject: &mut Subject, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        self.begin(output)?;
        let answer = inspect(self.question, subject, &self.setting.asking(limits));
        let account = answer.of_puzzle().map_err(io::Error::other)?;
        write!(output, "{}", account.section())?;
        Ok(account.end())
    }

    fn finish(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.begin(output)?;
        write!(output, "{}", picture::Page::foot())
    }
}
