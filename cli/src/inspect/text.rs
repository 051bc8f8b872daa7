//! What is left as text for people.

use std::io::{self, IsTerminal, Write, stdout};

use residua::inspect::{Count, Natural, Residual, Strength};
use residua::search::Limits;
use residua::sudoku::render;

use crate::args::{Inspect, InspectFormat};
use crate::count::describe;
use crate::each::{End, Found, Look};
use crate::inspect::account::{Account, size};
use crate::words::{as_far_as, counted};

/// Writes puzzle after puzzle as text.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    arguments: &'a Inspect,
    has_colour: bool,
}

impl<'a> Text<'a> {
    pub(crate) fn new(arguments: &'a Inspect) -> Text<'a> {
        let has_colour = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Text { arguments, has_colour }
    }
}

impl Look for Text<'_> {
    fn puzzle(&mut self, found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
        let account = Account::of(found, self.arguments, limits);
        self.write(output, &account)?;
        writeln!(output)?;
        Ok(account.end())
    }
}

impl Text<'_> {
    fn write(&self, output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
        let Account { found, inspection, .. } = account;
        writeln!(output, "{}  {}", found.place(), headline(account))?;
        if let Some(note) = found.left_out() {
            writeln!(output, "{note}")?;
        }
        account.doubts.iter().try_for_each(|doubt| writeln!(output, "{doubt}"))?;
        if let Some(conflict) = account.conflict() {
            let more = if conflict.is_minimal { "" } else { ", perhaps not all of them needed" };
            writeln!(output, "these clash{more}: {}", account.rules_and_clues(conflict).join(", "))?;
            return writeln!(output, "`residua conflict` names givens that clash, by the rules");
        }
        let Some(residual) = &inspection.residual else { return Ok(()) };
        let reached = inspection.stopped.map_or_else(
            || format!("strength {}", inspection.strength),
            |limit| format!("strength {}, {}", inspection.strength, as_far_as(limit)),
        );
        writeln!(output, "{reached}; {}", counted(inspection.searches, "search"))?;
        self.write_cells(output, account, residual)?;
        for alias in &residual.aliases {
            writeln!(output, "{} = {}", account.model.name(alias.var), account.model.name_view(alias.is))?;
        }
        let rules: Vec<String> = residual.constraints().collect();
        writeln!(output, "left of the rules: {}", counted(rules.len(), "constraint"))?;
        rules.iter().try_for_each(|rule| writeln!(output, "  {rule}"))?;
        for (number, part) in inspection.components.iter().enumerate() {
            let names = account.names(part).join(" ");
            writeln!(output, "part {}: {}: {names}", number + 1, counted(part.len(), "cell"))?;
        }
        if let Some(counts) = &account.counts {
            writeln!(output, "solutions with each candidate:")?;
            counts.write(output, &account.model)?;
        }
        self.write_witnesses(output, account)
    }

    /// The cells: with all candidates, or the definite ones alone.
    fn write_cells(
        &self,
        output: &mut dyn Write,
        account: &Account<'_>,
        residual: &Residual,
    ) -> io::Result<()> {
        let puzzle = account.found.puzzle;
        let (geometry, domains) = (puzzle.geometry(), residual.model.domains());
        let (candidates, fixed) = size(residual);
        writeln!(
            output,
            "definite: {fixed} of {} cells, {} of them given",
            geometry.cells(),
            puzzle.clues()
        )?;
        if self.arguments.format == InspectFormat::Grid {
            let cells: Vec<i32> = domains.iter().map(|domain| domain.value().unwrap_or(0)).collect();
            write!(output, "{}", render::boxed(geometry, &cells))?;
            writeln!(output, "left in the cells: {}", counted(candidates, "candidate"))?;
        } else {
            writeln!(output, "left in the cells: {}", counted(candidates, "candidate"))?;
            write!(output, "{}", render::pencil(geometry, |cell| domains[cell].iter().collect()))?;
        }
        match account.unknown() {
            open if open > 0 && account.inspection.strength == Strength::Exact => writeln!(
                output,
                "{open} of the candidates are unknown: neither found in a solution nor refuted"
            ),
            _ => Ok(()),
        }
    }

    /// Two solutions side by side, with a star behind each cell in which they differ.
    fn write_witnesses(&self, output: &mut dyn Write, account: &Account<'_>) -> io::Result<()> {
        let [one, other] = account.witnesses()[..] else { return Ok(()) };
        let geometry = account.found.puzzle.geometry();
        let differ = account.differing();
        let note = if account.is_nearest { "; no other solution is nearer to the first" } else { "" };
        writeln!(output, "two solutions, which differ in {}{note}:", counted(differ.len(), "cell"))?;
        let is_marked = |cell: usize| one.values()[cell] != other.values()[cell];
        let grids = [one, other].map(|solution| render::starred(geometry, solution.values(), is_marked));
        for (left, right) in grids[0].lines().zip(grids[1].lines()) {
            writeln!(output, "{}   {}", self.coloured(left), self.coloured(right))?;
        }
        writeln!(output, "they differ in {}", account.names(&differ).join(" "))
    }

    /// The line of a grid with its stars and what they stand behind in colour, on a terminal.
    fn coloured(&self, line: &str) -> String {
        if !self.has_colour {
            return line.to_owned();
        }
        let word = |word: &str| match word.strip_suffix('*') {
            Some(symbol) => format!("\x1b[1;33m{symbol}*\x1b[0m"),
            None => word.to_owned(),
        };
        line.split(' ').map(word).collect::<Vec<_>>().join(" ")
    }
}

/// The verdict, and the number of solutions or the reason.
pub(crate) fn headline(account: &Account<'_>) -> String {
    let word = account.word();
    match (account.reason(), account.word()) {
        (Some(reason), "none") => format!("{word}: {reason}"),
        (Some(reason), _) => format!("{word}: {reason}; {}", number(account)),
        (None, "multiple") => format!("{word}: {}", number(account)),
        (None, _) => word.to_owned(),
    }
}

/// The number of solutions.
pub(crate) fn number(account: &Account<'_>) -> String {
    match &account.count {
        Count::AtLeast(number, _) if number.is_zero() => "no solution was found so far".to_owned(),
        Count::AtLeast(number, _) if *number == Natural::ONE => "1 solution was found so far".to_owned(),
        Count::AtLeast(number, _) if account.is_cut_short => {
            format!("at least {number} solutions (--count counts them all)")
        }
        count => describe(count),
    }
}
