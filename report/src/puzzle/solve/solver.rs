//! Solver for a sequence of puzzles: computes what the output format needs.

use std::io::{self, Write};
use std::time::Duration;

use residua::engine::Consistency;
use residua::search::{EngineChoice, Limits, Status};
use residua_sudoku::{Geometry, PuzzleSolver, Refutation};

use crate::asking::Asking;
use crate::clock::now;
use crate::input::InputError;
use crate::outside::{self, Findings};
use crate::puzzle::clash::Clash;
use crate::puzzle::found::Found;
use crate::puzzle::solve::listing::Listing;
use crate::puzzle::solve::solved::{Root, Solved};
use crate::question::{self, Form};
use crate::solutions::Solutions;
use crate::verdict::Verdict;
use crate::watched::Watched;

/// In grids of this many cells what is left at the root takes a good part of a second: under a limit of time it is looked
/// at first, and search gets the rest of the time.
const LARGE: usize = 2500;

/// The time for finding the clash of a puzzle that was answered within a limit of time.
const NAMING: Duration = Duration::from_millis(100);

/// Why there is no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// The output cannot be written.
    Output(io::Error),
    /// Another program searches, and gives no answer or a wrong one.
    Program(InputError),
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Unanswered {
        Unanswered::Output(error)
    }
}

/// Answers puzzle after puzzle, and keeps what it needs for them as long as the geometry stays.
#[derive(Debug)]
pub struct Solver<'h> {
    question: question::Solve,
    asking: Asking<'h>,
    /// The program that searches in place of residua.
    with: Option<outside::Command>,
    room: Room,
}

/// What is kept from puzzle to puzzle.
#[derive(Debug, Default)]
struct Room {
    solver: Option<(Geometry, PuzzleSolver)>,
    /// The progress of its search, where a host shows that of a list.
    watched: Option<Watched>,
    /// Room for the first two solutions, and for the one at hand after them.
    grids: [Vec<i32>; 3],
}

impl<'h> Solver<'h> {
    /// For puzzles of which this is asked.
    pub fn new(question: question::Solve, asking: Asking<'h>, with: Option<outside::Command>) -> Solver<'h> {
        Solver { question, asking, with, room: Room::default() }
    }

    /// Answers a puzzle. Solutions that are listed are written as they are found, before the answer.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn solve<'a>(
        &'a mut self,
        found: &'a Found<'a>,
        output: &mut dyn Write,
    ) -> Result<Solved<'a>, Unanswered> {
        let Solver { question, asking, with, room } = self;
        let listing = Listing::new(question, asking.paint, found);
        match with {
            Some(command) => room.answer_with(command, asking, listing, output),
            None if asking.threads > 1 => room.answer_by_threads(asking, listing, output),
            None => room.answer(asking, listing, output),
        }
    }

    /// Answers a puzzle whose solutions are found elsewhere.
    ///
    /// # Errors
    /// Why there is no answer.
    pub(crate) fn list<'a>(
        &'a mut self,
        found: &'a Found<'a>,
        solutions: &mut dyn Solutions,
        output: &mut dyn Write,
    ) -> Result<Solved<'a>, Unanswered> {
        let Solver { question, asking, room, .. } = self;
        let listing = Listing::new(question, asking.paint, found);
        room.answer_by(asking, listing, output, |take| findings(solutions, take))
    }
}

/// What is found elsewhere, of which each solution is handed to `take`, which says whether to go on.
fn findings(
    solutions: &mut dyn Solutions,
    take: &mut dyn FnMut(&[i32]) -> bool,
) -> Result<Findings, Unanswered> {
    let (mut found, mut witnesses) = (0, Vec::new());
    while let Some(values) = solutions.next()? {
        found += 1;
        if !take(&values) {
            break;
        }
        if found <= 2 {
            witnesses.push(values);
        }
    }
    Ok(Findings { found, witnesses, status: solutions.status(), statistics: solutions.statistics() })
}

impl question::Solve {
    /// The limits of the search: at least two solutions decide whether the first is the only one.
    fn within(&self, limits: &Limits) -> Limits {
        limits.clone().nodes(self.nodes).solutions(self.most().map(|most| most.max(2)))
    }

    /// Whether what is left at the root is wanted even of a unique puzzle.
    fn wants_root(&self) -> bool {
        matches!(self.form, Form::Json | Form::Pencil | Form::Prolog | Form::Clpfd)
    }

    /// Whether the rules are part of what is left at the root.
    fn wants_rules(&self) -> bool {
        self.form != Form::Line
    }

    /// Whether the counts of the statistics are shown. Those of the general engine depend a little on what a solver did
    /// before, so that each puzzle then gets one that did nothing: else they would change with the number of threads.
    fn wants_counts(&self) -> bool {
        self.form != Form::Verdict && (self.stats || self.form == Form::Json)
    }
}

impl Room {
    /// Answers a puzzle for which another program searches. What is left at the root is found here.
    fn answer_with<'a>(
        &'a mut self,
        command: &outside::Command,
        asking: &Asking<'_>,
        listing: Listing<'a>,
        output: &mut dyn Write,
    ) -> Result<Solved<'a>, Unanswered> {
        let limits = listing.question.within(&asking.limits);
        let (puzzle, line) = (listing.puzzle.clone(), listing.found.line);
        self.answer_by(asking, listing, output, |take| {
            outside::solve(command, &puzzle, &limits, asking.host, take)
                .map_err(|message| Unanswered::Program(InputError { line, column: 1, message }))
        })
    }

    /// Answers a puzzle by a search by several threads.
    fn answer_by_threads<'a>(
        &'a mut self,
        asking: &Asking<'_>,
        listing: Listing<'a>,
        output: &mut dyn Write,
    ) -> Result<Solved<'a>, Unanswered> {
        let question = listing.question;
        let model = listing.puzzle.model();
        let limits = question.within(&asking.limits);
        let (limits, _waiting) = asking.begin_search("solving", &listing.found.place(), limits);
        let search = model
            .search()
            .consistency(question.consistency)
            .limits(limits)
            .engine(asking.engine)
            .learn(question.learn);
        let mut solutions = asking.by_threads(search).solutions();
        self.answer_by(asking, listing, output, |take| findings(&mut solutions, take))
    }

    /// Answers a puzzle by what is found elsewhere: `search` hands each solution to what it is given, which says whether to go on.
    fn answer_by<'a>(
        &'a mut self,
        asking: &Asking<'_>,
        mut listing: Listing<'a>,
        output: &mut dyn Write,
        search: impl FnOnce(&mut dyn FnMut(&[i32]) -> bool) -> Result<Findings, Unanswered>,
    ) -> Result<Solved<'a>, Unanswered> {
        let question = listing.question;
        let verdict_only = question.form == Form::Verdict;
        let start = now();
        let most = question.most().unwrap_or(u64::MAX);
        let puzzle = listing.puzzle.clone();
        let mut handed = 0;
        let mut written = Ok(());
        let findings = search(&mut |grid| {
            handed += 1;
            if !verdict_only && handed <= most {
                written = listing.solution(output, grid);
            }
            written.is_ok()
        });
        written?;
        let Findings { found, witnesses, status, statistics } = findings?;
        let count = witnesses.len();
        for (grid, witness) in self.grids.iter_mut().zip(witnesses) {
            *grid = witness;
        }
        let mut solver = PuzzleSolver::new(puzzle.geometry(), question.consistency, Limits::none());
        let loaded = solver.load(&puzzle);
        let verdict = of_search(found, status);
        let is_open = matches!(verdict, Verdict::Multiple | Verdict::Unknown) || question.wants_root();
        let wants_root = is_open && !verdict_only && loaded.is_ok();
        let root = wants_root.then(|| Root::boxed(&solver, question.wants_rules()));
        let witnesses = if verdict_only { &[] } else { &self.grids[..count] };
        let seconds = if question.wants_counts() { start.elapsed().as_secs_f64() } else { 0.0 };
        let refutation = loaded.err().filter(|_| verdict == Verdict::Infeasible);
        let refutation = refutation.map(|first| named(first, &listing, asking.limits.time));
        Ok(Solved { listing, verdict, refutation, found, status, witnesses, root, statistics, seconds })
    }

    fn answer<'a>(
        &'a mut self,
        asking: &Asking<'_>,
        mut listing: Listing<'a>,
        output: &mut dyn Write,
    ) -> Result<Solved<'a>, Unanswered> {
        let (question, geometry) = (listing.question, listing.geometry());
        let (rules, always_root) = (question.wants_rules(), question.wants_root());
        let (verdict_only, counts) = (question.form == Form::Verdict, question.wants_counts());
        let most = question.most();
        let time = asking.limits.time.filter(|_| geometry.cells() >= LARGE);
        let start = (counts || time.is_some()).then(now);
        if self.solver.as_ref().is_none_or(|(known, _)| *known != geometry) {
            let is_watched = question.is_list() && asking.host.shows_progress();
            self.watched = is_watched.then(Watched::default);
            let limits = question.within(&asking.limits);
            let limits = match &self.watched {
                Some(watched) => watched.limits(limits),
                None => limits,
            };
            self.solver = Some((geometry, solver(geometry, question, asking, limits)));
        }
        let _waiting = self.watched.clone().map(|watched| {
            watched.restart();
            let place = listing.found.place();
            asking.begin_telling("solving", &place, move || watched.text(|value| value.to_string()))
        });
        let (_, kept) = self.solver.as_mut().expect("invariant: it was just made");
        // The puzzle before left less of it.
        if let Some(time) = time {
            kept.limit_time(time);
        }
        // The dense engine leaves nothing at the root: what is there, or why there is nothing, is looked up after.
        let is_begun = kept.begin(&listing.puzzle);
        let mut unused = (counts && !is_begun).then(|| kept.clone());
        let solver = unused.as_mut().unwrap_or(kept);
        let mut loaded = if is_begun { Ok(()) } else { solver.load(&listing.puzzle) };
        let at_once = !is_begun && loaded.is_ok() && (always_root || time.is_some()) && !verdict_only;
        let root = at_once.then(|| Root::boxed(solver, rules));
        if let (false, Some(time), Some(start)) = (is_begun, time, start) {
            let written = root.as_ref().filter(|_| always_root).map_or(Duration::ZERO, |root| root.writing());
            solver.limit_time(time.saturating_sub(start.elapsed() + written));
        }
        let mut found = 0;
        while loaded.is_ok() {
            let grid = &mut self.grids[found.min(2) as usize];
            if !(if verdict_only { solver.advance() } else { solver.next_solution(grid) }) {
                break;
            }
            found += 1;
            if !verdict_only && most.is_none_or(|most| found <= most) {
                listing.solution(output, grid)?;
            }
        }
        let witnesses = if verdict_only { &[] } else { &self.grids[..found.min(2) as usize] };
        let statistics = solver.statistics();
        let mut status = solver.status().unwrap_or(Status::Exhausted);
        // A limit may come before the dense engine has seen what propagation alone shows.
        let is_loaded = is_begun && found == 0;
        if is_loaded {
            loaded = solver.load(&listing.puzzle);
            status = if loaded.is_err() { Status::Exhausted } else { status };
        }
        let is_refuted_at_root = loaded.is_err();
        let (verdict, refutation) = match (loaded, of_search(found, status)) {
            (Err(refutation), _) => (Verdict::Infeasible, Some(refutation)),
            (Ok(()), Verdict::Infeasible) => {
                (Verdict::Infeasible, Some(Refutation::Search { nodes: statistics.nodes }))
            }
            (Ok(()), verdict) => (verdict, None),
        };
        // Search has moved on: the root is propagated once more, for the puzzles that want it.
        let is_open = matches!(verdict, Verdict::Multiple | Verdict::Unknown);
        let wants_root = (is_open || always_root) && !verdict_only && !is_refuted_at_root && root.is_none();
        let root = if wants_root && (is_loaded || solver.load(&listing.puzzle).is_ok()) {
            Some(Root::boxed(solver, rules))
        } else {
            root
        };
        let seconds = start.filter(|_| counts).map_or(0.0, |start| start.elapsed().as_secs_f64());
        let refutation = refutation.map(|first| named(first, &listing, asking.limits.time));
        Ok(Solved { listing, verdict, refutation, found, status, witnesses, root, statistics, seconds })
    }
}

/// A solver for puzzles of that geometry.
fn solver(
    geometry: Geometry,
    question: &question::Solve,
    asking: &Asking<'_>,
    limits: Limits,
) -> PuzzleSolver {
    let &question::Solve { consistency, learn, .. } = question;
    let solver = PuzzleSolver::new(geometry, consistency, limits);
    let solver = solver.engine(asking.engine).learn(learn);
    let is_dense = consistency == Consistency::Domain;
    asking.note_misfit_unless(|engine: EngineChoice| is_dense && engine.fits(solver.rules()));
    solver
}

/// The clash that is named everywhere in place of the one that propagation met first. Finding it takes a hundred times as long as the
/// verdict, so lines, which are written by the thousand, name what propagation finds first.
fn named(first: Refutation, listing: &Listing<'_>, time: Option<Duration>) -> Refutation {
    let is_plain = matches!(first, Refutation::Givens(_) | Refutation::Search { .. });
    if is_plain || matches!(listing.question.form, Form::Verdict | Form::Line) {
        return first;
    }
    // It is no part of what was asked for: under a limit of time it may take a little more.
    let limits = Limits::none().time(time.map(|time| time.min(NAMING)));
    let model = listing.found.model();
    let clash = Clash::first(&model, &listing.puzzle, &limits);
    clash.and_then(|clash| clash.refutation(&model, &listing.puzzle)).unwrap_or(first)
}

/// What the number of solutions says that a search found before it ended.
fn of_search(found: u64, status: Status) -> Verdict {
    match (found, status) {
        (2.., _) => Verdict::Multiple,
        (_, Status::Stopped(_)) => Verdict::Unknown,
        (0, Status::Exhausted) => Verdict::Infeasible,
        (_, Status::Exhausted) => Verdict::Unique,
    }
}
