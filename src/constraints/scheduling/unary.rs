//! The propagator of [`disjunctive`](crate::constraints::disjunctive()): first pairs of tasks, then sets of them.
//!
//! Of two tasks that take place, where one cannot precede the other one it follows: it starts no earlier than the other one can end,
//! and this one starts, and takes, no more than leads up to its latest start. A task of which it is open whether it takes place does
//! not move others; where there is no room for it beside those that do, it does not.
//!
//! A duration counts with its least value, and a task that may have the duration 0 does not count, unless the constraint is strict.
//!
//! Where starts or durations share variables, bounds could chase each other through a wide domain a step at a time. Tasks with such
//! a variable are left alone while it is wide.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(n²) for pairs, and O(n log n) for sets once pairs are at a fixpoint; `Cost::Quadratic`, then `Cost::Expensive` |
//! | Wakes on | bounds of starts and durations, and what decides whether a task takes place |
//! | Explains | lazily, see `unary_why.rs` |
//! | Source | Vilím, *Global Constraints in Scheduling*, PhD thesis, Charles University, 2007 |

use crate::constraints::scheduling::sets::Sets;
use crate::constraints::scheduling::task::Task;
use crate::constraints::scheduling::window::{Direction, Window};
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Domains, Failure, Past, Store, VarId};

/// Whether a shared variable has more values than bounds may go through one at a time.
pub(super) fn is_wide(var: VarId, store: &Store) -> bool {
    store.size(var) > 4096
}

/// The rule by which something was inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The task is after others, which cannot be after it.
    After,
    /// It takes no longer than to the start of another one.
    Duration,
    /// A set of tasks has no room.
    Overload,
    /// The task is not the last one of a set.
    NotLast,
    /// It is the last one of a set, for otherwise there were no room.
    Last,
}

/// Why something was inferred: as the payload of a reason, the rule, the direction in which a start is no earlier, and the task; and
/// whether, in place of that, the task does not take place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Because {
    pub(super) rule: Rule,
    pub(super) direction: Direction,
    pub(super) is_absent: bool,
    pub(super) task: usize,
}

const RULES: [Rule; 5] = [Rule::After, Rule::Duration, Rule::Overload, Rule::NotLast, Rule::Last];

impl Because {
    fn payload(self) -> u32 {
        let is_backwards = u32::from(self.direction == Direction::Backwards);
        let flags = 2 * u32::from(self.is_absent) + is_backwards;
        (4 * self.task as u32 + flags) * RULES.len() as u32 + self.rule as u32
    }

    fn of_payload(payload: u32) -> Because {
        let rules = RULES.len() as u32;
        let (rule, rest) = (RULES[(payload % rules) as usize], payload / rules);
        let direction = if rest % 2 == 0 { Direction::Forwards } else { Direction::Backwards };
        Because { rule, direction, is_absent: rest / 2 % 2 == 1, task: (rest / 4) as usize }
    }
}

/// A task as it is now.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnaryTask {
    /// Forwards.
    pub(super) window: Window,
    /// The greatest duration.
    longest: i64,
    /// Whether it takes place, if that is decided.
    pub(super) is_present: Option<bool>,
    /// Whether it is left alone.
    is_ignored: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Unary {
    pub(super) tasks: Box<[Task]>,
    pub(super) is_strict: bool,
    /// By task: its variables that could chase others.
    shared: Box<[Vec<VarId>]>,
    /// Scratch, by task.
    pub(super) seen: Vec<UnaryTask>,
    pub(super) sets: Sets,
}

impl Unary {
    pub(super) fn new(tasks: Vec<Task>, is_strict: bool) -> Unary {
        Unary {
            shared: shared(&tasks),
            seen: Vec::with_capacity(tasks.len()),
            sets: Sets::new(tasks.len()),
            tasks: tasks.into(),
            is_strict,
        }
    }

    fn look_at(&self, at: usize, store: &Store) -> UnaryTask {
        let task = &self.tasks[at];
        UnaryTask {
            window: task.window(store),
            longest: task.duration.max(store),
            is_present: task.is_present(store),
            is_ignored: self.shared[at].iter().any(|&var| is_wide(var, store)),
        }
    }

    pub(super) fn look(&mut self, store: &Store) {
        self.seen.clear();
        for at in 0..self.tasks.len() {
            let seen = self.look_at(at, store);
            self.seen.push(seen);
        }
    }

    /// Whether a task may take place, and matters for others where it does.
    pub(super) fn counts(&self, at: usize) -> bool {
        let seen = self.seen[at];
        let matters = self.is_strict || seen.window.duration > 0;
        matters && seen.is_present != Some(false) && !seen.is_ignored
    }

    /// Whether two tasks do not meet, whatever happens.
    fn is_settled(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.seen[a], self.seen[b]);
        let precedes = |a: UnaryTask, b: UnaryTask| a.window.lst + a.longest <= b.window.est;
        a.is_present == Some(false)
            || b.is_present == Some(false)
            || (!self.is_strict && (a.longest <= 0 || b.longest <= 0))
            || precedes(a, b)
            || precedes(b, a)
    }

    /// Where `b` cannot precede `a`, `a` precedes `b`, if both matter; true if that changed anything.
    fn put_in_order(&mut self, a: usize, b: usize, store: &mut Store) -> Result<bool, Failure> {
        let (first, second) = (self.seen[a], self.seen[b]);
        if !self.counts(b) || first.is_ignored || second.window.ect() <= first.window.lst {
            return Ok(false);
        }
        let [is_first, is_second] = [first, second].map(|seen| seen.is_present == Some(true));
        let mut is_changed = false;
        if is_first && is_second {
            is_changed |= self.shorten(a, second.window.lst - first.window.est, store)?;
        }
        if !self.counts(a) {
            return Ok(is_changed);
        }
        if is_first {
            is_changed |= self.raise(b, first.window.ect(), Direction::Forwards, Rule::After, store)?;
        }
        if is_second {
            is_changed |= self.raise(a, -second.window.lst, Direction::Backwards, Rule::After, store)?;
        }
        Ok(is_changed)
    }

    /// A task that takes place takes no longer than that, if it matters then.
    fn shorten(&mut self, at: usize, longest: i64, store: &mut Store) -> Result<bool, Failure> {
        let Some(view) = self.tasks[at].duration.view() else { return Ok(false) };
        // A task of duration 0 does not count, unless the constraint is strict.
        let longest = if self.is_strict { longest } else { longest.max(0) };
        let (rule, direction) = (Rule::Duration, Direction::Forwards);
        let why = store.because(Because { rule, direction, is_absent: false, task: at }.payload());
        let Some(atom) = view.at_most(longest) else { return Ok(false) };
        let is_changed = store.apply(atom, why)?;
        if is_changed {
            self.seen[at] = self.look_at(at, store);
        }
        Ok(is_changed)
    }

    /// A task that matters starts no earlier, in that direction, if it takes place; true if that changed anything.
    pub(super) fn raise(
        &mut self,
        at: usize,
        low: i64,
        direction: Direction,
        rule: Rule,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let UnaryTask { window, is_present, .. } = self.seen[at];
        let window = window.towards(direction);
        if low <= window.est || is_present == Some(false) {
            return Ok(false);
        }
        let is_absent = is_present.is_none();
        if is_absent && low <= window.lst {
            return Ok(false);
        }
        let why = store.because(Because { rule, direction, is_absent, task: at }.payload());
        let atom = if is_absent {
            self.tasks[at].presence.map(|presence| !presence)
        } else {
            self.tasks[at].no_earlier(low, window.duration, direction)
        };
        let Some(atom) = atom else { return Ok(false) };
        let is_changed = store.apply(atom, why)?;
        self.seen[at] = self.look_at(at, store);
        Ok(is_changed)
    }

    /// That there is no room for a set of tasks; for one of them, if it may not take place.
    pub(super) fn refuse(&mut self, at: Option<usize>, store: &mut Store) -> Result<bool, Failure> {
        let (rule, direction) = (Rule::Overload, Direction::Forwards);
        let task = at.unwrap_or_default();
        let why = store.because(Because { rule, direction, is_absent: at.is_some(), task }.payload());
        let Some(presence) = at.and_then(|at| self.tasks[at].presence) else {
            return Err(store.contradiction(why));
        };
        let is_changed = store.apply(!presence, why)?;
        self.seen[task] = self.look_at(task, store);
        Ok(is_changed)
    }
}

/// By task: the variables of it that are, as a start, elsewhere too, or as a duration somewhere else than in durations that rise with
/// them: no bound of a duration moves what these are no more than.
pub(super) fn shared(tasks: &[Task]) -> Box<[Vec<VarId>]> {
    // A variable, whether it is of a start, and whether that falls with it.
    let uses = |task: &Task| {
        let duration = task.duration.view();
        let start = (task.start.var, true, task.start.scale() < 0);
        [Some(start), duration.map(|view| (view.var, false, view.scale() < 0))]
    };
    let mut all: Vec<(VarId, bool, bool)> = tasks.iter().flat_map(uses).flatten().collect();
    all.sort_unstable();
    let is_shared = |var: VarId| {
        let own = &all[all.partition_point(|of| of.0 < var)..all.partition_point(|of| of.0 <= var)];
        let are_alike = own.iter().all(|of| *of == own[0]);
        own.len() > 1 && (own.iter().any(|of| of.1) || !are_alike)
    };
    let of_task =
        |task: &Task| uses(task).into_iter().flatten().map(|of| of.0).filter(|&var| is_shared(var)).collect();
    tasks.iter().map(of_task).collect()
}

impl Propagator for Unary {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.tasks.iter().for_each(|task| task.subscribe(events));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        self.look(store);
        if cost == Cost::Expensive {
            return self.look_at_sets(store);
        }
        let (mut is_changed, mut is_open) = (false, false);
        for a in 0..self.tasks.len() {
            store.spend(a)?;
            for b in 0..a {
                if !self.is_settled(a, b) {
                    is_open = true;
                    is_changed |= self.put_in_order(a, b, store)?;
                    is_changed |= self.put_in_order(b, a, store)?;
                }
            }
        }
        Ok(match (is_changed, is_open) {
            (true, _) => Outcome::Again,
            (false, false) => Outcome::Entailed,
            // What two tasks say is said.
            (false, true) if (0..self.tasks.len()).filter(|&at| self.counts(at)).count() < 3 => {
                Outcome::Fixpoint
            }
            (false, true) => Outcome::Defer(Cost::Expensive),
        })
    }

    fn explain(
        &self,
        request: ExplainRequest,
        payload: u32,
        past: &Past<'_>,
        out: &mut Vec<crate::store::Atom>,
    ) {
        self.explain_why(request, Because::of_payload(payload), past, out);
    }
}
