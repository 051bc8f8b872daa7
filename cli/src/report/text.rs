//! Answers as text for people.

use std::io::{self, Write};

use residua::sudoku::{Geometry, Puzzle, Refutation, render};

use crate::answer::{Answer, End, Root, Verdict};
use crate::args::Format;
use crate::each::Found;
use crate::report::Printer;
use crate::words::{came_first, counted};

impl Answer<'_> {
    /// Why there is no solution, or no verdict, or not all that was asked for.
    pub(crate) fn reason(&self, geometry: Geometry) -> Option<String> {
        match (&self.verdict, self.stopped()) {
            (Verdict::None(refutation), _) => Some(refutation.describe(geometry)),
            (_, Some(limit)) => Some(came_first(limit)),
            (_, None) => None,
        }
    }

    /// The verdict, and why, in one line.
    pub(crate) fn headline(&self, geometry: Geometry) -> String {
        let word = self.verdict.word();
        self.reason(geometry).map_or_else(|| word.to_owned(), |reason| format!("{word}: {reason}"))
    }
}

impl Printer {
    /// One line a puzzle: its solution if it is unique; else what is definite, and the verdict behind a tab. Where
    /// solutions are listed they have been written, and only a verdict that they do not show is.
    pub(crate) fn write_line(
        self,
        output: &mut impl Write,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        if let (Verdict::Unique, Some(grid)) = (&answer.verdict, answer.witnesses.first()) {
            return if self.listing { Ok(()) } else { render::write_line(output, geometry, grid) };
        }
        if self.listing && answer.verdict == Verdict::Multiple && answer.stopped().is_none() {
            return Ok(());
        }
        let definite = answer.root.as_ref().map_or_else(|| puzzle.givens().to_vec(), Root::definite);
        writeln!(output, "{}\t{}", render::line(geometry, &definite), answer.headline(geometry))
    }

    /// The verdict with its place, and what belongs to it.
    pub(crate) fn write_text(
        self,
        output: &mut impl Write,
        found: &Found<'_>,
        puzzle: &Puzzle,
        answer: &Answer<'_>,
    ) -> io::Result<()> {
        let geometry = puzzle.geometry();
        let headline = self.coloured(&answer.verdict, &answer.headline(geometry));
        writeln!(output, "{}  {headline}{}", found.place(), how_many(answer))?;
        if let Some(note) = found.left_out() {
            writeln!(output, "{note}")?;
        }
        if self.stats {
            writeln!(output, "{}; {:.6} s", answer.statistics, answer.seconds)?;
        }
        match (&answer.verdict, &answer.root) {
            (Verdict::None(_), _) => self.write_refuted(output, puzzle, answer)?,
            (Verdict::Unique, root) => self.write_unique(output, geometry, answer, root.as_ref())?,
            (_, Some(root)) => self.write_open(output, geometry, answer, root)?,
            (_, None) => {}
        }
        writeln!(output)
    }

    fn grid(self, geometry: Geometry, cells: &[i32]) -> String {
        if self.format == Some(Format::Ascii) {
            render::ascii(geometry, cells)
        } else {
            render::boxed(geometry, cells)
        }
    }

    fn write_unique(
        self,
        output: &mut impl Write,
        geometry: Geometry,
        answer: &Answer<'_>,
        root: Option<&Root>,
    ) -> io::Result<()> {
        match (self.format, root, answer.witnesses.first()) {
            (Some(Format::Pencil), Some(root), _) => write!(output, "{}", pencil(geometry, root)),
            (_, _, Some(grid)) if !self.listing => write!(output, "{}", self.grid(geometry, grid)),
            _ => Ok(()),
        }
    }

    /// The puzzle that has no solution, so that the clash can be seen.
    fn write_refuted(self, output: &mut impl Write, puzzle: &Puzzle, answer: &Answer<'_>) -> io::Result<()> {
        match &answer.verdict {
            Verdict::None(Refutation::Search { .. }) => Ok(()),
            _ => write!(output, "{}", self.grid(puzzle.geometry(), puzzle.givens())),
        }
    }

    /// What is left of a puzzle with several solutions, or with no verdict.
    fn write_open(
        self,
        output: &mut impl Write,
        geometry: Geometry,
        answer: &Answer<'_>,
        root: &Root,
    ) -> io::Result<()> {
        let definite = root.definite();
        let count = definite.iter().filter(|&&value| value != 0).count();
        writeln!(output, "definite: {count} of {} cells", geometry.cells())?;
        if self.format != Some(Format::Pencil) {
            write!(output, "{}", self.grid(geometry, &definite))?;
        }
        let candidates: u64 = root.domains.iter().map(residua::domain::Domain::size).sum();
        writeln!(output, "left in the cells: {}", counted(candidates, "candidate"))?;
        write!(output, "{}", pencil(geometry, root))?;
        for alias in &root.residual.aliases {
            let model = &root.residual.model;
            writeln!(output, "{} = {}", model.name(alias.var), model.name_view(alias.is))?;
        }
        let constraints: Vec<String> = root.residual.constraints().collect();
        writeln!(output, "left of the rules: {}", counted(constraints.len(), "constraint"))?;
        for constraint in constraints {
            writeln!(output, "  {constraint}")?;
        }
        match answer.witnesses {
            [first, second] if !self.listing => self.write_witnesses(output, geometry, first, second),
            [only] if !self.listing => {
                writeln!(output, "a solution; whether there are others is not known:")?;
                write!(output, "{}", self.grid(geometry, only))
            }
            _ => Ok(()),
        }
    }

    fn write_witnesses(
        self,
        output: &mut impl Write,
        geometry: Geometry,
        first: &[i32],
        second: &[i32],
    ) -> io::Result<()> {
        let differ: Vec<usize> = (0..geometry.cells()).filter(|&cell| first[cell] != second[cell]).collect();
        writeln!(output, "two solutions, which differ in {}:", counted(differ.len(), "cell"))?;
        write!(output, "{}", beside(&self.grid(geometry, first), &self.grid(geometry, second)))?;
        let names: Vec<String> = differ.into_iter().map(|cell| geometry.name(cell)).collect();
        writeln!(output, "they differ in {}", names.join(" "))
    }

    fn coloured(self, verdict: &Verdict, text: &str) -> String {
        let code = match verdict {
            Verdict::Unique => "32",
            Verdict::Multiple => "33",
            Verdict::None(_) | Verdict::Unknown(_) => "31",
        };
        if self.colour { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The number of solutions, where the verdict does not say it.
pub(crate) fn how_many(answer: &Answer<'_>) -> String {
    match (&answer.verdict, answer.found, answer.end) {
        (Verdict::Multiple, found, End::Exhausted) => format!(": {}", counted(found, "solution")),
        (Verdict::Multiple, found, End::Enough) => format!(": at least {}", counted(found, "solution")),
        (Verdict::Multiple, found, End::Stopped(_)) => format!("; at least {}", counted(found, "solution")),
        (Verdict::Unknown(_), 1, _) => "; 1 solution found so far".to_owned(),
        _ => String::new(),
    }
}

fn pencil(geometry: Geometry, root: &Root) -> String {
    render::pencil(geometry, |cell| root.domains[cell].iter().collect())
}

/// Two grids side by side.
fn beside(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).flat_map(|(a, b)| [a, "   ", b, "\n"]).collect()
}
