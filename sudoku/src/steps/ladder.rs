//! The ladder: techniques by cost.

use residua::search::{Deadline, Limit};

use crate::steps::board::Board;
use crate::steps::closure::Reach;
use crate::steps::cost::Cost;
use crate::steps::forcing::Mode;
use crate::steps::step::{Find, Found, Step};
use crate::steps::{bent, exact, forcing, hall, links, locked, other, paths, singles, unique};

/// A rung: the least cost of what it offers, and how it is found.
struct Rung {
    least: u16,
    find: Find,
}

/// The rungs that presuppose that there is one solution.
const IF_UNIQUE: &[Rung] =
    &[Rung { least: 45, find: unique::loops }, Rung { least: 56, find: unique::grave }];

/// By least cost, ascending.
const LADDER: &[Rung] = &[
    Rung { least: 10, find: singles::hidden },
    Rung { least: 20, find: other::find },
    Rung { least: 23, find: singles::naked },
    Rung { least: 26, find: locked::find },
    Rung { least: 30, find: |board, found, deadline| hall::naked(2, board, found, deadline) },
    Rung { least: 32, find: |board, found, deadline| hall::fish(2, board, found, deadline) },
    Rung { least: 34, find: |board, found, deadline| hall::hidden(2, board, found, deadline) },
    Rung { least: 36, find: |board, found, deadline| hall::naked(3, board, found, deadline) },
    Rung { least: 38, find: |board, found, deadline| hall::fish(3, board, found, deadline) },
    Rung { least: 40, find: |board, found, deadline| hall::hidden(3, board, found, deadline) },
    Rung { least: 40, find: |board, found, deadline| links::find(2, board, found, deadline) },
    Rung { least: 42, find: |board, found, deadline| bent::find(3, board, found, deadline) },
    Rung { least: 50, find: |board, found, deadline| hall::naked(4, board, found, deadline) },
    Rung { least: 52, find: |board, found, deadline| hall::fish(4, board, found, deadline) },
    Rung { least: 54, find: |board, found, deadline| hall::hidden(4, board, found, deadline) },
    Rung { least: 54, find: |board, found, deadline| links::find(3, board, found, deadline) },
    Rung { least: 55, find: |board, found, deadline| bent::find(4, board, found, deadline) },
    Rung { least: 56, find: |board, found, deadline| hall::naked(5, board, found, deadline) },
    Rung { least: 58, find: |board, found, deadline| hall::fish(5, board, found, deadline) },
    Rung { least: 58, find: |board, found, deadline| links::find(4, board, found, deadline) },
    Rung { least: 60, find: |board, found, deadline| hall::hidden(5, board, found, deadline) },
    Rung { least: 62, find: |board, found, deadline| bent::find(5, board, found, deadline) },
    Rung { least: 62, find: |board, found, deadline| links::find(5, board, found, deadline) },
    Rung { least: 62, find: |board, found, deadline| hall::naked(6, board, found, deadline) },
    Rung { least: 64, find: |board, found, deadline| hall::fish(6, board, found, deadline) },
    Rung { least: 65, find: paths::find },
    Rung { least: 66, find: |board, found, deadline| hall::hidden(6, board, found, deadline) },
    Rung { least: 66, find: |board, found, deadline| links::find(6, board, found, deadline) },
    Rung { least: 75, find: |board, found, deadline| forcing::find(&NISHIO, board, found, deadline) },
    Rung { least: 80, find: |board, found, deadline| forcing::find(&CASES, board, found, deadline) },
    Rung { least: 85, find: |board, found, deadline| forcing::find(&DYNAMIC, board, found, deadline) },
    Rung { least: 90, find: |board, found, deadline| forcing::find(&WITH_STEPS, board, found, deadline) },
    Rung { least: 95, find: |board, found, deadline| forcing::find(&NESTED[0], board, found, deadline) },
    Rung { least: 100, find: |board, found, deadline| forcing::find(&NESTED[1], board, found, deadline) },
    Rung { least: 105, find: |board, found, deadline| forcing::find(&NESTED[2], board, found, deadline) },
    Rung { least: 110, find: |board, found, deadline| forcing::find(&NESTED[3], board, found, deadline) },
    Rung { least: 115, find: |board, found, deadline| forcing::find(&NESTED[4], board, found, deadline) },
    Rung { least: 120, find: |board, found, deadline| forcing::find(&NESTED[5], board, found, deadline) },
];

/// From these rungs on a rung takes long, and is tried only unless it is known that nothing is left to find: the number of nodes of each
/// search that is made to find that out. Where searches take longer than steps, steps are looked for in vain at worst.
const EXACT_NODES: [(u16, u64); 2] = [(75, 300), (NEST, 100_000)];

/// From here on a rung is tried only if nothing was found at all: the shallowest nesting that finds something is the least, however long its
/// chains are.
const NEST: u16 = 95;

const NISHIO: Mode = Mode { reach: Reach::OneValue, base: 75, depth: 0 };
const CASES: Mode = Mode { reach: Reach::Static, base: 80, depth: 0 };
const DYNAMIC: Mode = Mode { reach: Reach::Dynamic, base: 85, depth: 0 };
const WITH_STEPS: Mode = Mode { reach: Reach::With(PLUS), base: 90, depth: 0 };
const NESTED: [Mode; 6] = [
    Mode { reach: Reach::With(WITH_PATHS), base: 95, depth: 1 },
    Mode { reach: Reach::With(WITH_CASES), base: 100, depth: 2 },
    Mode { reach: Reach::With(WITH_DYNAMIC), base: 105, depth: 3 },
    Mode { reach: Reach::With(WITH_PLUS), base: 110, depth: 4 },
    Mode { reach: Reach::With(WITH_NESTED), base: 115, depth: 5 },
    Mode { reach: Reach::With(WITH_DEEPER), base: 120, depth: 6 },
];

/// What is used inside of dynamic chains.
const PLUS: &[Find] = &[
    other::find,
    locked::find,
    |board, found, deadline| hall::naked(2, board, found, deadline),
    |board, found, deadline| hall::fish(2, board, found, deadline),
    |board, found, deadline| hall::hidden(2, board, found, deadline),
];

/// The same and chains, as deep as a mode says.
const WITH_PATHS: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], paths::find];
const WITH_CASES: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], paths::find, cases];
const WITH_DYNAMIC: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], dynamic];
const WITH_PLUS: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], with_steps];
const WITH_NESTED: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], nested];
const WITH_DEEPER: &[Find] = &[PLUS[0], PLUS[1], PLUS[2], PLUS[3], PLUS[4], deeper];

fn cases(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    forcing::find(&CASES, board, found, deadline)
}

fn dynamic(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    forcing::find(&DYNAMIC, board, found, deadline)
}

fn with_steps(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    forcing::find(&WITH_STEPS, board, found, deadline)
}

fn nested(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    forcing::find(&NESTED[3], board, found, deadline)
}

fn deeper(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    forcing::find(&NESTED[4], board, found, deadline)
}

/// All steps of the least cost, merged where they have the same premises; none if nothing is left to find, or nothing up to the cost `most`.
/// `reached` is what steps cost at least that are not yet excluded when a limit is reached.
pub(super) fn least_steps(
    board: &Board,
    assume_unique: bool,
    most: Cost,
    deadline: &Deadline,
    reached: &mut Cost,
) -> Result<Vec<Step>, Limit> {
    let mut found = Found::up_to(most);
    let more = if assume_unique { IF_UNIQUE } else { &[] };
    let mut rungs: Vec<&Rung> = LADDER.iter().chain(more).collect();
    rungs.sort_by_key(|rung| rung.least);
    for rung in rungs {
        if rung.least > found.least.min(most).0 || rung.least >= NEST && !found.steps.is_empty() {
            break;
        }
        if rung.least >= NEST {
            // What is too dear there still excludes what is nested deeper.
            found = Found::new();
        }
        *reached = Cost(rung.least);
        deadline.check()?;
        let nodes = EXACT_NODES.iter().find(|(from, _)| *from == rung.least).map(|(_, nodes)| *nodes);
        if let Some(nodes) = nodes.filter(|_| found.steps.is_empty())
            && exact::is_known_exact(board, nodes, deadline)?
        {
            break;
        }
        (rung.find)(board, &mut found, deadline)?;
    }
    Ok(if found.least > most { Vec::new() } else { merged(found.steps) })
}

/// The steps, those that rely on least first; those with the same premises and no chain as one.
fn merged(mut steps: Vec<Step>) -> Vec<Step> {
    for step in &mut steps {
        step.eliminations.sort_unstable();
        step.eliminations.dedup();
    }
    steps.sort_unstable();
    let mut merged: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        match merged.last_mut() {
            Some(last)
                if step.technique == last.technique
                    && step.premises == last.premises
                    && step.placements == last.placements
                    && step.chains.is_empty()
                    && last.chains.is_empty() =>
            {
                last.eliminations.extend(step.eliminations);
                last.eliminations.sort_unstable();
                last.eliminations.dedup();
            }
            _ => merged.push(step),
        }
    }
    merged.sort_by_key(|step| step.premises.len() + step.chains.iter().map(Vec::len).sum::<usize>());
    merged
}
