//! One puzzle, answered as far as the output needs it.

use std::time::Duration;

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::inspect::Residual;
use residua::search::{EngineChoice, Learning, Limit, Limits, Statistics, Status};
use residua_report::Verdict;
use residua_report::clock::now;
use residua_sudoku::{Geometry, Puzzle, PuzzleSolver, Refutation, Trust};

use crate::engine::note_misfit;
use crate::outside::{self, Command, Findings};

/// Where the search for solutions ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// There are no more.
    Exhausted,
    /// As many were found as were asked for.
    Enough,
    /// A limit was reached.
    Stopped(Limit),
}

impl End {
    /// The end of a search with that status.
    fn of(status: Option<Status>) -> End {
        match status {
            Some(Status::Stopped(Limit::Solutions)) => End::Enough,
            Some(Status::Stopped(limit)) => End::Stopped(limit),
            Some(Status::Exhausted) | None => End::Exhausted,
        }
    }
}

/// How far a puzzle is to be answered.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for by itself")]
pub(crate) struct Wanted {
    pub(crate) consistency: Consistency,
    pub(crate) engine: EngineChoice,
    pub(crate) learning: Learning,
    /// What counts of what is written into a grid.
    pub(crate) trust: Trust,
    /// How many solutions to look for; at least two, to decide whether the first is the only one.
    pub(crate) solutions: Option<u64>,
    /// Whether what is left at the root is wanted even of a unique puzzle.
    pub(crate) always_root: bool,
    /// Whether the rules are part of that.
    pub(crate) rules: bool,
    /// Whether nothing but the verdict is wanted.
    pub(crate) verdict_only: bool,
    /// Whether the counts of the statistics are shown. Those of the general engine depend a little on what a solver did
    /// before, so that each puzzle then gets one that did nothing: else they would change with the number of threads.
    pub(crate) counts: bool,
    pub(crate) limits: Limits,
    /// The program that searches in place of residua.
    pub(crate) with: Option<Command>,
}

/// A puzzle, answered.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    pub(crate) verdict: Verdict,
    /// Why there is no solution, if there is none.
    pub(crate) refutation: Option<Refutation>,
    /// How many solutions were found.
    pub(crate) found: u64,
    pub(crate) end: End,
    /// The first two of them, at most; none where only the verdict is wanted.
    pub(crate) witnesses: &'a [Vec<i32>],
    /// What propagation left at the root; `None` if that is nothing, or not wanted.
    pub(crate) root: Option<Root>,
    pub(crate) statistics: Statistics,
    /// What it took; 0 where counts are not wanted.
    pub(crate) seconds: f64,
}

/// What propagation leaves at the root.
#[derive(Debug)]
pub(crate) struct Root {
    /// By cell.
    pub(crate) domains: Vec<Domain>,
    /// What is left of the rules, if that is wanted.
    pub(crate) residual: Option<Residual>,
}

/// In grids of this many cells what is left at the root takes a good part of a second: under a limit of time it is looked
/// at first, and search gets the rest of the time.
const LARGE: usize = 2500;

/// About how many nanoseconds a candidate takes to be written.
const WRITING: u64 = 15;

/// Answers puzzle after puzzle, keeping the solver as long as the geometry stays.
#[derive(Debug)]
pub(crate) struct Desk {
    wanted: Wanted,
    solver: Option<(Geometry, PuzzleSolver)>,
    /// Room for the first two solutions, and for the one at hand after them.
    grids: [Vec<i32>; 3],
}

impl Desk {
    pub(crate) fn new(wanted: Wanted) -> Desk {
        Desk { wanted, solver: None, grids: <[Vec<i32>; 3]>::default() }
    }

    /// What counts of what is written into a grid.
    pub(crate) fn trust(&self) -> Trust {
        self.wanted.trust
    }

    /// How long a puzzle may take.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.wanted.limits.time
    }

    /// Answers a puzzle, handing each solution to `take` as it is found.
    ///
    /// # Errors
    /// If another program searches, and gives no answer or a wrong one: a message.
    pub(crate) fn answer(&mut self, puzzle: &Puzzle, take: impl FnMut(&[i32])) -> Result<Answer<'_>, String> {
        match self.wanted.with.clone() {
            Some(command) => self.answer_with(&command, puzzle, take),
            None => Ok(self.answer_here(puzzle, take)),
        }
    }

    /// The same, where another program searches. What is left at the root is found here.
    fn answer_with(
        &mut self,
        command: &Command,
        puzzle: &Puzzle,
        take: impl FnMut(&[i32]),
    ) -> Result<Answer<'_>, String> {
        let Wanted { consistency, solutions, always_root, rules, verdict_only, counts, .. } = self.wanted;
        let start = now();
        let limits = self.wanted.limits.clone().solutions(solutions.map(|most| most.max(2)));
        let mut taking = take;
        let most = solutions.unwrap_or(u64::MAX);
        let mut handed = 0;
        let Findings { found, witnesses, end } = outside::solve(command, puzzle, &limits, |grid| {
            handed += 1;
            if !verdict_only && handed <= most {
                taking(grid);
            }
        })?;
        let count = witnesses.len();
        for (grid, witness) in self.grids.iter_mut().zip(witnesses) {
            *grid = witness;
        }
        let mut solver = PuzzleSolver::new(puzzle.geometry(), consistency, Limits::none());
        let loaded = solver.load(puzzle);
        let verdict = match (found, end) {
            (2.., _) => Verdict::Multiple,
            (_, End::Stopped(_)) => Verdict::Unknown,
            (0, _) => Verdict::Infeasible,
            _ => Verdict::Unique,
        };
        let is_open = matches!(verdict, Verdict::Multiple | Verdict::Unknown) || always_root;
        let root = (is_open && !verdict_only && loaded.is_ok()).then(|| Root::of(&solver, rules));
        Ok(Answer {
            verdict,
            refutation: loaded.err().filter(|_| verdict == Verdict::Infeasible),
            found,
            end,
            witnesses: if verdict_only { &[] } else { &self.grids[..count] },
            root,
            statistics: Statistics::default(),
            seconds: if counts { start.elapsed().as_secs_f64() } else { 0.0 },
        })
    }

    fn answer_here(&mut self, puzzle: &Puzzle, mut take: impl FnMut(&[i32])) -> Answer<'_> {
        let geometry = puzzle.geometry();
        let Wanted {
            consistency, engine, learning, solutions, always_root, rules, verdict_only, counts, ..
        } = self.wanted;
        let time = self.wanted.limits.time.filter(|_| geometry.cells() >= LARGE);
        let start = (counts || time.is_some()).then(now);
        if self.solver.as_ref().is_none_or(|(known, _)| *known != geometry) {
            let limits = self.wanted.limits.clone().solutions(solutions.map(|n| n.max(2)));
            let solver = PuzzleSolver::new(geometry, consistency, limits).engine(engine).learn(learning);
            note_misfit(engine, || consistency == Consistency::Domain && engine.fits(solver.rules()));
            self.solver = Some((geometry, solver));
        }
        let (_, kept) = self.solver.as_mut().expect("invariant: it was just made");
        // The puzzle before left less of it.
        if let Some(time) = time {
            kept.limit_time(time);
        }
        // The dense engine leaves nothing at the root: what is there, or why there is nothing, is looked up after.
        let is_begun = kept.begin(puzzle);
        let mut unused = (counts && !is_begun).then(|| kept.clone());
        let solver = unused.as_mut().unwrap_or(kept);
        let mut loaded = if is_begun { Ok(()) } else { solver.load(puzzle) };
        let at_once = !is_begun && loaded.is_ok() && (always_root || time.is_some()) && !verdict_only;
        let root = at_once.then(|| Root::of(solver, rules));
        if let (false, Some(time), Some(start)) = (is_begun, time, start) {
            let written = root.as_ref().filter(|_| always_root).map_or(Duration::ZERO, Root::writing);
            solver.limit_time(time.saturating_sub(start.elapsed() + written));
        }
        let mut found = 0;
        while loaded.is_ok() {
            let grid = &mut self.grids[found.min(2) as usize];
            if !(if verdict_only { solver.advance() } else { solver.next_solution(grid) }) {
                break;
            }
            found += 1;
            if !verdict_only && solutions.is_none_or(|most| found <= most) {
                take(grid);
            }
        }
        let witnesses = if verdict_only { &[] } else { &self.grids[..found.min(2) as usize] };
        let statistics = solver.statistics();
        let mut end = End::of(solver.status());
        // A limit may come before the dense engine has seen what propagation alone shows.
        let is_loaded = is_begun && found == 0;
        if is_loaded {
            loaded = solver.load(puzzle);
            end = if loaded.is_err() { End::Exhausted } else { end };
        }
        let is_refuted_at_root = loaded.is_err();
        let (verdict, refutation) = match (loaded, found, end) {
            (Err(refutation), ..) => (Verdict::Infeasible, Some(refutation)),
            (_, 2.., _) => (Verdict::Multiple, None),
            (_, _, End::Stopped(_)) => (Verdict::Unknown, None),
            (_, 0, _) => (Verdict::Infeasible, Some(Refutation::Search { nodes: statistics.nodes })),
            (_, _, _) => (Verdict::Unique, None),
        };
        // Search has moved on: the root is propagated once more, for the puzzles that want it.
        let is_open = matches!(verdict, Verdict::Multiple | Verdict::Unknown);
        let wants_root = (is_open || always_root) && !verdict_only && !is_refuted_at_root && root.is_none();
        let root = if wants_root && (is_loaded || solver.load(puzzle).is_ok()) {
            Some(Root::of(solver, rules))
        } else {
            root
        };
        let seconds = start.filter(|_| counts).map_or(0.0, |start| start.elapsed().as_secs_f64());
        Answer { verdict, refutation, found, end, witnesses, root, statistics, seconds }
    }
}

impl Answer<'_> {
    /// The limit that came before all that was asked for, if one did.
    pub(crate) fn stopped(&self) -> Option<Limit> {
        match self.end {
            End::Stopped(limit) => Some(limit),
            End::Exhausted | End::Enough => None,
        }
    }
}

impl Root {
    fn of(solver: &PuzzleSolver, rules: bool) -> Root {
        Root { domains: solver.domains(), residual: rules.then(|| solver.residual()) }
    }

    /// About how long it takes to write all candidates.
    fn writing(&self) -> Duration {
        let candidates: u64 = self.domains.iter().map(Domain::size).sum();
        Duration::from_nanos(candidates.saturating_mul(WRITING))
    }

    /// By cell: its value where it is definite, 0 elsewhere.
    pub(crate) fn definite(&self) -> Vec<i32> {
        self.domains.iter().map(|domain| domain.value().unwrap_or(0)).collect()
    }
}
