//! Inspection report of a puzzle, independent of the output format.

use std::time::Duration;

use residua::domain::Domain;
use residua::inspect::{self, ConflictSet, Count, Inspection, Known, Natural, Residual};
use residua::model::{IntVar, Model, Solution};
use residua::search::Limits;

use crate::asking::Asking;
use crate::budget::Budget;
use crate::counts::{ByValue, describe, is_zero};
use crate::exit_status::ExitStatus;
use crate::pair::Pair;
use crate::puzzle::clash::{self, Clash};
use crate::puzzle::found::Found;
use crate::question;
use crate::verdict::Verdict;
use crate::words::came_first;

/// How long solutions are counted where their number is not asked for.
const BUDGET: Duration = Duration::from_secs(1);

/// Inspection report of a puzzle.
#[derive(Debug)]
pub struct InspectReport<'a> {
    pub(crate) found: Found<'a>,
    pub(crate) model: &'a Model,
    pub(crate) inspection: Inspection,
    /// Whether no solution differs from the first witness in fewer cells than the second.
    pub(crate) is_nearest: bool,
    /// How many solutions there are.
    pub(crate) count: Count,
    /// Whether the count ended early because it was not asked for in full.
    pub(crate) is_cut_short: bool,
    /// How many for each candidate, if that is asked for.
    pub(crate) counts: Option<ByValue>,
    /// What the answer says against that which does not count.
    pub(crate) doubts: Vec<String>,
    pub(crate) seconds: f64,
    /// Whether text lists all rules that are left, and what it draws.
    pub(crate) shown: (bool, Option<question::Drawing>),
}

impl<'a> InspectReport<'a> {
    /// Finds out what is asked for. The exact domains may be known.
    pub(crate) fn of(
        (found, model): (Found<'a>, &'a Model),
        (question, known_domains): (question::Inspect, Option<&Known>),
        asking: &Asking<'_>,
    ) -> InspectReport<'a> {
        let _waiting = asking.begin("inspecting", &found.place());
        let budget = Budget::new(&asking.limits);
        let engine = asking.engine_for(model);
        let asked = asking.inspect(model).engine(engine).strength(question.strength);
        let mut inspection = asked.known(known_domains.cloned()).limits(budget.most()).run();
        settle_clash(&mut inspection, model, &found, &budget.half());
        let is_nearest = bring_nearer(&mut inspection, model, &budget.half());
        let marginals =
            question.counts.then(|| asking.inspect(model).limits(budget.most()).counter().marginals(model));
        let (count, is_cut_short) = match &marginals {
            Some(marginals) => (at_least(known(&inspection), marginals.total().clone()), false),
            None => count(&asking.inspect(model).engine(engine), &inspection, budget.most(), question.count),
        };
        let is_shown = |var: IntVar, value, count: &Count| match &inspection.residual {
            Some(residual) => residual.domain(var).contains(value),
            None => !is_zero(count),
        };
        let counts = marginals.as_ref().map(|marginals| ByValue::of_vars(marginals, model, is_shown));
        let doubts = found.notes.doubts(found.puzzle, found.trust, &inspection, &budget.rest());
        let doubts = doubts.iter().map(|doubt| doubt.describe(found.puzzle.geometry())).collect();
        let seconds = budget.seconds();
        let shown = (question.rules, question.drawing);
        InspectReport {
            found,
            model,
            inspection,
            is_nearest,
            count,
            is_cut_short,
            counts,
            doubts,
            seconds,
            shown,
        }
    }

    /// Exit status of the question.
    pub(super) fn ending(&self) -> ExitStatus {
        match self.inspection.verdict {
            inspect::Verdict::Infeasible(_) => ExitStatus::Refuted,
            inspect::Verdict::Unknown { .. } => ExitStatus::Stopped,
            _ if self.inspection.stopped.is_some() => ExitStatus::Stopped,
            // A count that was asked for is part of the answer.
            _ if !self.count.is_exact() && !self.is_cut_short => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        Verdict::from(&self.inspection.verdict)
    }

    /// The verdict in a line for people, with the number of solutions or the reason.
    pub(crate) fn headline(&self) -> String {
        let verdict = self.verdict();
        let number = match verdict {
            Verdict::Multiple => Some(self.number_alone()),
            Verdict::Unknown => Some(self.number()),
            Verdict::Unique | Verdict::Infeasible => None,
        };
        verdict.headline(&[self.reason(), number])
    }

    /// The verdict in a line for programs, with the number of solutions or the reason.
    pub(crate) fn heading(&self) -> String {
        let verdict = self.verdict();
        match (self.reason(), verdict) {
            (Some(reason), Verdict::Unknown) => verdict.heading(Some(format!("{reason}; {}", self.number()))),
            (None, Verdict::Multiple) => verdict.heading(Some(self.number())),
            (reason, _) => verdict.heading(reason),
        }
    }

    /// The number of solutions.
    pub(crate) fn number(&self) -> String {
        match &self.count {
            Count::AtLeast(number, _) if number.is_zero() => "no solution found so far".to_owned(),
            Count::AtLeast(number, _) if *number == Natural::ONE => "1 solution found so far".to_owned(),
            Count::AtLeast(number, _) if self.is_cut_short => {
                format!("at least {number} solutions (--count counts them all)")
            }
            count => describe(count),
        }
    }

    /// The number of several solutions, without that word.
    fn number_alone(&self) -> String {
        match &self.count {
            Count::Exact(number) => number.to_string(),
            Count::AtLeast(number, _) if self.is_cut_short => {
                format!("at least {number} (--count counts them all)")
            }
            Count::AtLeast(number, limit) => format!("at least {number}; {}", came_first(*limit)),
        }
    }

    /// Why there is no solution, or no verdict.
    pub(crate) fn reason(&self) -> Option<String> {
        match self.inspection.verdict {
            inspect::Verdict::Infeasible(_) => Some(self.refutation()),
            inspect::Verdict::Unknown { limit, .. } => Some(came_first(limit)),
            inspect::Verdict::Unique(_) | inspect::Verdict::Multiple(..) => None,
        }
    }

    /// Why the clues of the conflict clash: others may clash in another way.
    fn refutation(&self) -> String {
        let refuted = clash::refutation(&self.found.as_puzzle(), &self.clashing());
        refuted.map_or_else(
            || "proved by search".to_owned(),
            |refutation| refutation.describe(self.found.puzzle.geometry()),
        )
    }

    /// The solutions that were found: the only one, or two.
    pub(crate) fn witnesses(&self) -> Vec<&Solution> {
        self.inspection.verdict.witnesses()
    }

    /// What clashes, if there is no solution.
    pub(crate) fn conflict(&self) -> Option<&ConflictSet> {
        match &self.inspection.verdict {
            inspect::Verdict::Infeasible(conflict) => Some(conflict),
            _ => None,
        }
    }

    /// The cells with the clues of the conflict.
    pub(crate) fn clashing(&self) -> Vec<usize> {
        let members = self.conflict().map_or(&[][..], |conflict| &conflict.members);
        clash::cells(self.model, self.found.puzzle, members)
    }

    /// What is in a conflict, by name: `row 4`, `given r4c1`.
    pub(crate) fn rules_and_clues(&self, conflict: &ConflictSet) -> Vec<String> {
        conflict.members.iter().map(|&id| self.model.constraint_name(id)).collect()
    }

    /// The rules in a conflict, by name.
    pub(crate) fn rules(&self, conflict: &ConflictSet) -> Vec<String> {
        let houses = self.found.puzzle.geometry().houses().count();
        let rules = conflict.members.iter().filter(|id| id.index() < houses);
        rules.map(|&id| self.model.constraint_name(id)).collect()
    }

    /// The cells in which the two witnesses differ.
    pub(crate) fn differing(&self) -> Vec<IntVar> {
        match self.witnesses().as_slice() {
            [one, other] => self.model.vars().filter(|&var| one[var] != other[var]).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn names(&self, vars: &[IntVar]) -> Vec<String> {
        vars.iter().map(|&var| self.model.name(var)).collect()
    }

    /// How many candidates are not known to be in a solution, after a limit.
    pub(crate) fn unknown(&self) -> u64 {
        let (Some(residual), Some(_)) = (&self.inspection.residual, self.inspection.stopped) else {
            return 0;
        };
        let domains = residual.model.domains().iter().zip(&self.inspection.open);
        domains.map(|(left, open)| if left == open { left.size() } else { left.intersect(open).size() }).sum()
    }
}

/// Puts the clash that is named everywhere in place of any other conflict.
fn settle_clash(inspection: &mut Inspection, model: &Model, found: &Found<'_>, limits: &Limits) {
    if let inspect::Verdict::Infeasible(conflict) = &mut inspection.verdict {
        let puzzle = found.as_puzzle();
        let clash = Clash::first(model, &puzzle, limits);
        if let Some(settled) = clash.and_then(|clash| clash.with_rules(model, &puzzle, limits)) {
            *conflict = settled;
        }
    }
}

/// Puts two solutions that differ in few cells in place of the witnesses; whether they are proved to be nearest.
fn bring_nearer(inspection: &mut Inspection, model: &Model, limits: &Limits) -> bool {
    let inspect::Verdict::Multiple(one, other) = &mut inspection.verdict else { return false };
    let Some(pair) = Pair::of(model, limits) else { return false };
    (*one, *other) = (pair.one, pair.other);
    pair.is_nearest
}

/// How many candidates are left, and how many cells are fixed.
pub(crate) fn size(residual: &Residual) -> (u64, usize) {
    (residual.model.domains().iter().map(Domain::size).sum(), residual.definite().count())
}

/// The number of solutions that the verdict includes.
fn known(inspection: &Inspection) -> Natural {
    let witnesses = inspection.verdict.witnesses().len();
    Natural::from(u8::try_from(witnesses).expect("invariant: at most two"))
}

/// The count, if it is not less than what is known anyway.
fn at_least(known: Natural, count: Count) -> Count {
    match count {
        Count::AtLeast(number, limit) => Count::AtLeast(number.max(known), limit),
        exact @ Count::Exact(_) => exact,
    }
}

/// The number of solutions, as far as it follows from the verdict or was counted in time; and whether only the budget
/// ended the count.
fn count(
    asked: &inspect::Inspect<'_>,
    inspection: &Inspection,
    limits: Limits,
    in_full: bool,
) -> (Count, bool) {
    let known = known(inspection);
    match inspection.verdict {
        inspect::Verdict::Infeasible(_) | inspect::Verdict::Unique(_) => return (Count::Exact(known), false),
        // The verdict used up the time, so counting would not finish either; it is tried only if asked for.
        inspect::Verdict::Unknown { limit, .. } if !in_full => return (Count::AtLeast(known, limit), false),
        inspect::Verdict::Unknown { .. } | inspect::Verdict::Multiple(..) => {}
    }
    let is_short = !in_full && limits.time.is_none_or(|time| time > BUDGET);
    let time = if is_short { Some(BUDGET) } else { limits.time };
    let count = at_least(known, asked.clone().limits(limits.time(time)).counter().count());
    let is_cut_short = !count.is_exact() && !in_full;
    (count, is_cut_short)
}
