//! All that is found out of a puzzle, before it is written in one format or another.

use std::time::Duration;

use residua::domain::Domain;
use residua::inspect::{ConflictSet, Count, Counter, Inspection, Natural, Residual, Verdict};
use residua::model::{IntVar, Model, Solution};
use residua::search::Limits;

use crate::args::Inspect;
use crate::budget::Budget;
use crate::clash;
use crate::count::CellCounts;
use crate::each::{End, Found};
use crate::engine::pinned_for;
use crate::pair::Pair;
use crate::progress::Waiting;
use crate::words::came_first;

/// How long solutions are counted when nobody asked for their number.
const BUDGET: Duration = Duration::from_secs(1);

/// What is known of a puzzle.
#[derive(Debug)]
pub(crate) struct Account<'a> {
    pub(crate) found: &'a Found<'a>,
    pub(crate) model: Model,
    pub(crate) inspection: Inspection,
    /// Whether no solution differs from the first witness in fewer cells than the second.
    pub(crate) is_nearest: bool,
    /// How many solutions there are.
    pub(crate) count: Count,
    /// Whether the count ended because nobody asked for it in full.
    pub(crate) is_cut_short: bool,
    /// How many for each candidate, if that is asked for.
    pub(crate) counts: Option<CellCounts>,
    /// What the answer says against that which does not count.
    pub(crate) doubts: Vec<String>,
    pub(crate) seconds: f64,
}

impl<'a> Account<'a> {
    /// Finds out what `arguments` ask for.
    pub(crate) fn of(found: &'a Found<'a>, arguments: &Inspect, limits: &Limits) -> Account<'a> {
        let _waiting = Waiting::new("inspecting", &found.place());
        let budget = Budget::new(limits);
        let model = found.model();
        let mut inspection = model.inspect_by(pinned_for(&model), arguments.strength, &budget.most());
        settle_clash(&mut inspection, &model, found);
        let is_nearest = bring_nearer(&mut inspection, &model, &budget.half());
        let marginals = arguments.counts.then(|| model.marginals(&budget.most()));
        let (count, is_cut_short) = match &marginals {
            Some(marginals) => (at_least(known(&inspection), marginals.total().clone()), false),
            None => count(&model, &inspection, &budget.most(), arguments.count),
        };
        let of_cells = |marginals| CellCounts::new(marginals, &model, inspection.residual.as_ref());
        let counts = marginals.as_ref().map(of_cells);
        let doubts = found.notes.doubts(found.puzzle, found.trust, &inspection, &budget.rest());
        let doubts = doubts.iter().map(|doubt| doubt.describe(found.puzzle.geometry())).collect();
        let seconds = budget.seconds();
        Account { found, model, inspection, is_nearest, count, is_cut_short, counts, doubts, seconds }
    }

    pub(crate) fn end(&self) -> End {
        match self.inspection.verdict {
            Verdict::None(_) => End::Refuted,
            Verdict::Unknown { .. } => End::Stopped,
            _ if self.inspection.stopped.is_some() => End::Stopped,
            // A count that was asked for is part of the answer.
            _ if !self.count.is_exact() && !self.is_cut_short => End::Stopped,
            _ => End::Answered,
        }
    }

    /// The verdict in a word.
    pub(crate) fn word(&self) -> &'static str {
        match self.inspection.verdict {
            Verdict::Unique(_) => "unique",
            Verdict::Multiple(..) => "multiple",
            Verdict::None(_) => "none",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    /// Why there is no solution, or no verdict.
    pub(crate) fn reason(&self) -> Option<String> {
        match self.inspection.verdict {
            Verdict::None(_) => Some(self.refutation()),
            Verdict::Unknown { limit, .. } => Some(came_first(limit)),
            Verdict::Unique(_) | Verdict::Multiple(..) => None,
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
            Verdict::None(conflict) => Some(conflict),
            _ => None,
        }
    }

    /// The cells with the clues of the conflict.
    pub(crate) fn clashing(&self) -> Vec<usize> {
        let members = self.conflict().map_or(&[][..], |conflict| &conflict.members);
        clash::cells(&self.model, self.found.puzzle, members)
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
    pub(crate) fn unknown(&self) -> usize {
        let (Some(residual), Some(_)) = (&self.inspection.residual, self.inspection.stopped) else {
            return 0;
        };
        let is_unknown = |var, value: &i32| self.inspection.is_possible(var, *value).is_none();
        let of = |var| residual.domain(var).iter().filter(|value| is_unknown(var, value)).count();
        self.model.vars().map(of).sum()
    }
}

/// Puts two equal clues in one house in place of any other conflict.
fn settle_clash(inspection: &mut Inspection, model: &Model, found: &Found<'_>) {
    if let Verdict::None(conflict) = &mut inspection.verdict
        && let Some(members) = clash::first_clash(model, &found.as_puzzle())
    {
        *conflict = ConflictSet { members: members.to_vec(), is_minimal: true };
    }
}

/// Puts two solutions that differ in few cells in place of the witnesses; whether they are proved to be nearest.
fn bring_nearer(inspection: &mut Inspection, model: &Model, limits: &Limits) -> bool {
    let Verdict::Multiple(one, other) = &mut inspection.verdict else { return false };
    let Some(pair) = Pair::of(model, limits) else { return false };
    (*one, *other) = (pair.one, pair.other);
    pair.is_nearest
}

/// How many candidates are left, and how many cells are fixed.
pub(crate) fn size(residual: &Residual) -> (u64, usize) {
    (residual.model.domains().iter().map(Domain::size).sum(), residual.definite().count())
}

/// How many solutions the verdict tells of.
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

/// The number of solutions as far as the verdict, or counting in time, tells; and whether only the budget cut it short.
fn count(model: &Model, inspection: &Inspection, limits: &Limits, in_full: bool) -> (Count, bool) {
    let known = known(inspection);
    match inspection.verdict {
        Verdict::None(_) | Verdict::Unique(_) => return (Count::Exact(known), false),
        // What all the time did not suffice for is not begun again unasked.
        Verdict::Unknown { limit, .. } if !in_full => return (Count::AtLeast(known, limit), false),
        Verdict::Unknown { .. } | Verdict::Multiple(..) => {}
    }
    let is_short = !in_full && limits.time.is_none_or(|time| time > BUDGET);
    let time = if is_short { Some(BUDGET) } else { limits.time };
    let limits = limits.clone().time(time);
    let count = at_least(known, Counter::with_engine(model, &limits, pinned_for(model)).count());
    let is_cut_short = !count.is_exact() && !in_full;
    (count, is_cut_short)
}
