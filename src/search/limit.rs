//! Limits of a search: time, nodes, failures, solutions, memory, a stop flag; and how a stop is reported.
//!
//! | what was asked | how a limit shows |
//! |---|---|
//! | for one answer, of which a part is worth nothing: `why`, `conflict`, `possible`, `residual` | `Err(Limit)` |
//! | for something of which a part is true by itself: an inspection, a count, the nearest solution | `stopped`, with the [`Limit`] that was reached |
//! | one thing after another: solutions, better solutions, conflicts | the iterator ends, and its `status` is [`Status::Stopped`] |
//!
//! None of them says that there is no solution because a limit was reached.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::{Interrupt, InterruptCause};
use crate::search::so_far::SearchProgress;
use crate::search::statistics::Statistics;
use crate::search::watch::Watch;

/// The limits of a search; nothing is limited by default.
///
/// ```
/// use std::time::Duration;
/// use residua::search::{Limit, Limits, Status};
/// use residua_sudoku::Geometry;
///
/// let limits = Limits::none().nodes(1_000_000).solutions(2).time(Duration::from_secs(60));
/// let model = Geometry::new(3, 3)?.model();
/// let mut solutions = model.search().limits(limits.clone()).solutions();
/// assert_eq!(solutions.by_ref().count(), 2);
/// assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Solutions)));
/// // Without a limit that it has.
/// assert_eq!(limits.solutions(None).solutions, None);
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Limits {
    /// The time limit, from the start of the search, which includes making its solver.
    pub time: Option<Duration>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The failure limit.
    pub failures: Option<u64>,
    /// The solution limit.
    pub solutions: Option<u64>,
    /// The stop flag: the search stops once it is raised; it may be up before the start.
    pub stop: Option<Arc<AtomicBool>>,
    /// The memory limit, in bytes, about, for what a search that [learns](crate::search::Learning) has learned. It drops what it
    /// can do without first, and stops only where it could no longer tell which solutions it has found. Without this limit it drops
    /// from 1 GiB on, and does not stop.
    pub memory: Option<usize>,
    /// The function that is called with the progress.
    pub watch: Option<Watch>,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The failure limit.
    Failures,
    /// The solution limit.
    Solutions,
    /// The stop flag.
    Stop,
    /// The memory limit: the answer has more numbers than can be kept, or more solutions were found than a search that learns may keep.
    Memory,
}

/// The status of a search that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Everything was searched: there are no more solutions than were found.
    Exhausted,
    /// A limit was reached: the rest was not searched, and may have solutions.
    Stopped(Limit),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Nodes => "nodes",
            Limit::Failures => "failures",
            Limit::Solutions => "solutions",
            Limit::Stop => "stop",
            Limit::Memory => "memory",
        })
    }
}

impl From<&Limits> for Limits {
    fn from(limits: &Limits) -> Limits {
        limits.clone()
    }
}

/// A time limit, and no other.
impl From<Duration> for Limits {
    fn from(time: Duration) -> Limits {
        Limits::none().time(time)
    }
}

/// A limit in the place of an answer is an error like any other, to be passed on by `?`.
impl Error for Limit {}

impl From<InterruptCause> for Limit {
    fn from(cause: InterruptCause) -> Limit {
        match cause {
            InterruptCause::Time => Limit::Time,
            InterruptCause::Flag => Limit::Stop,
        }
    }
}

/// A deadline: limits from a start on, for work that consists of several searches. Time and the stop flag limit all of it; nodes, failures
/// and solutions limit each search.
#[derive(Clone, Debug)]
pub struct Deadline {
    limits: Limits,
    /// Triggers when the time that the limits allow from the start on is up, and when their flag is raised.
    interrupt: Interrupt,
}

impl Limits {
    /// No limits.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// Sets the time limit, counted from the start.
    #[must_use]
    pub fn time(self, time: impl Into<Option<Duration>>) -> Limits {
        Limits { time: time.into(), ..self }
    }

    /// Sets the node limit.
    #[must_use]
    pub fn nodes(self, nodes: impl Into<Option<u64>>) -> Limits {
        Limits { nodes: nodes.into(), ..self }
    }

    /// Sets the failure limit.
    #[must_use]
    pub fn failures(self, failures: impl Into<Option<u64>>) -> Limits {
        Limits { failures: failures.into(), ..self }
    }

    /// Sets the solution limit.
    #[must_use]
    pub fn solutions(self, solutions: impl Into<Option<u64>>) -> Limits {
        Limits { solutions: solutions.into(), ..self }
    }

    /// Sets the memory limit for what a search learns, in bytes.
    #[must_use]
    pub fn memory(self, memory: impl Into<Option<usize>>) -> Limits {
        Limits { memory: memory.into(), ..self }
    }

    /// Sets the stop flag: the search stops once it is raised.
    #[must_use]
    pub fn stop(self, stop: impl Into<Option<Arc<AtomicBool>>>) -> Limits {
        Limits { stop: stop.into(), ..self }
    }
}

impl Limits {
    /// The deadline of work that starts now, with these limits.
    pub fn deadline(&self) -> Deadline {
        let mut deadline = Deadline::not_started(self.clone());
        deadline.start();
        deadline
    }

    /// The limits for a search that continues after `spent`: counts are raised by it. Time counts from the start
    /// of the work anyway.
    pub(super) fn after(self, spent: &Statistics) -> Limits {
        let more = |limit: Option<u64>, count: u64| limit.map(|limit| limit.saturating_add(count));
        Limits {
            nodes: more(self.nodes, spent.nodes),
            failures: more(self.failures, spent.failures),
            solutions: more(self.solutions, spent.solutions),
            watch: self.watch.map(|watch| watch.on(spent)),
            ..self
        }
    }
}

impl Deadline {
    fn not_started(limits: Limits) -> Deadline {
        Deadline { limits, interrupt: Interrupt::default() }
    }

    #[inline]
    fn start(&mut self) {
        self.interrupt = Interrupt::new(self.limits.time, self.limits.stop.clone());
    }

    /// The limits, with the time as of the start.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The limits for a search that starts now, with the time that is left.
    pub fn left(&self) -> Limits {
        Limits { time: self.interrupt.left().or(self.limits.time), ..self.limits.clone() }
    }

    /// The interrupt that triggers when the time is up, or the flag is raised.
    #[inline]
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// Adds this node limit for each search, unless there is a lower one.
    pub(crate) fn with_nodes(&self, most: Option<u64>) -> Deadline {
        let nodes = [self.limits.nodes, most].into_iter().flatten().min();
        Deadline { limits: self.limits.clone().nodes(nodes), interrupt: self.interrupt.clone() }
    }

    /// Looks at the clock and the flag.
    ///
    /// # Errors
    /// If the time is up, or the flag is raised.
    pub fn check(&self) -> Result<(), Limit> {
        self.interrupt.poll().map_or(Ok(()), |cause| Err(cause.into()))
    }
}

/// Watches the limits of a search.
#[derive(Clone, Debug)]
pub(crate) struct Watchdog {
    deadline: Deadline,
    /// Whether only solutions are limited, if anything.
    idle: bool,
    /// The clock is read again at this number of nodes and solutions, or of propagations.
    next_look: (u64, u64),
    /// The number of nodes and solutions between two looks, and when the last one was.
    steps: u64,
    last_look: Option<Instant>,
}

/// Reading the clock costs about as much as a small node; but a node may also take long by itself. So the number of steps between two looks
/// is what takes no longer than a moment, and at most this.
const STEPS_PER_CHECK: u64 = 32;
const PROPAGATIONS_PER_CHECK: u64 = 4096;
const MOMENT: Duration = Duration::from_millis(4);

impl Watchdog {
    pub(crate) fn new(limits: Limits) -> Watchdog {
        let idle = limits.time.is_none()
            && limits.nodes.is_none()
            && limits.failures.is_none()
            && limits.stop.is_none()
            && limits.watch.is_none();
        Watchdog {
            deadline: Deadline::not_started(limits),
            idle,
            next_look: (0, 0),
            steps: 1,
            last_look: None,
        }
    }

    /// Starts the clock.
    #[inline]
    pub(crate) fn start(&mut self) {
        self.deadline.start();
        // The clock has just been read: only a limit of no time at all can have been reached yet.
        let is_over = self.deadline.limits.time.is_some_and(|time| time.is_zero());
        (self.steps, self.last_look) = (1, None);
        self.next_look = if is_over { (0, 0) } else { (self.steps, PROPAGATIONS_PER_CHECK) };
    }

    /// The interrupt that triggers inside a step.
    #[inline]
    pub(crate) fn interrupt(&self) -> &Interrupt {
        self.deadline.interrupt()
    }

    /// The limits, less what `spent` has used.
    pub(crate) fn left(&self, spent: &Statistics) -> Limits {
        let less = |limit: Option<u64>, count: u64| limit.map(|limit| limit.saturating_sub(count));
        let left = self.deadline.left();
        Limits {
            nodes: less(left.nodes, spent.nodes),
            failures: less(left.failures, spent.failures),
            solutions: less(left.solutions, spent.solutions),
            watch: left.watch.map(|watch| watch.over(spent)),
            ..left
        }
    }

    /// Whether the caller has set a progress callback.
    pub(crate) fn is_watched(&self) -> bool {
        self.deadline.limits.watch.is_some()
    }

    /// The limit that was reached, if one was; to be asked before each node.
    #[inline]
    pub(crate) fn before_node(&mut self, so_far: &Statistics) -> Option<Limit> {
        self.before_node_telling(so_far, || SearchProgress::of(so_far))
    }

    /// Like [`before_node`](Self::before_node), with this progress for the callback.
    #[inline]
    pub(crate) fn before_node_telling(
        &mut self,
        so_far: &Statistics,
        progress: impl FnOnce() -> SearchProgress,
    ) -> Option<Limit> {
        if self.idle {
            return None;
        }
        let limits = &self.deadline.limits;
        let reached = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if limits.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Stop);
        }
        if reached(limits.nodes, so_far.nodes) {
            return Some(Limit::Nodes);
        }
        if reached(limits.failures, so_far.failures) {
            return Some(Limit::Failures);
        }
        self.late(so_far, progress)
    }

    /// The number of nodes that may be searched before the next check, without exceeding a node or failure limit: at most `look`, since
    /// time or the flag may stop the search.
    #[cfg(feature = "dense")]
    #[inline]
    pub(crate) fn nodes_unwatched(&self, so_far: &Statistics, look: u64) -> u64 {
        if self.idle {
            return u64::MAX;
        }
        let limits = &self.deadline.limits;
        let left = |limit: Option<u64>, count: u64| limit.map_or(look, |limit| limit.saturating_sub(count));
        // A node is one failure at most.
        let (nodes, failures) = (left(limits.nodes, so_far.nodes), left(limits.failures, so_far.failures));
        nodes.min(failures).clamp(1, look)
    }

    /// The memory limit for what is learned, in bytes.
    pub(crate) fn memory(&self) -> Option<usize> {
        self.deadline.limits.memory
    }

    /// The solution limit.
    #[cfg(feature = "dense")]
    #[inline]
    pub(crate) fn most_solutions(&self) -> Option<u64> {
        self.deadline.limits.solutions
    }

    /// Whether another solution may be looked for.
    pub(crate) fn wants_solution(&self, so_far: &Statistics) -> bool {
        self.deadline.limits.solutions.is_none_or(|limit| so_far.solutions < limit)
    }

    #[inline]
    fn late(&mut self, so_far: &Statistics, progress: impl FnOnce() -> SearchProgress) -> Option<Limit> {
        let limits = &self.deadline.limits;
        if limits.time.is_none() && limits.watch.is_none() {
            return None;
        }
        // Solutions may come without a node, in any number.
        let steps = so_far.nodes + so_far.solutions;
        if steps < self.next_look.0 && so_far.propagations < self.next_look.1 {
            return None;
        }
        let now = Interrupt::now();
        let is_slow = self.last_look.is_some_and(|last| now.duration_since(last) > MOMENT);
        self.steps = if is_slow { (self.steps / 4).max(1) } else { (self.steps * 2).min(STEPS_PER_CHECK) };
        self.last_look = Some(now);
        self.next_look = (steps + self.steps, so_far.propagations + PROPAGATIONS_PER_CHECK);
        if let Some(watch) = &self.deadline.limits.watch {
            watch.tell(progress);
        }
        self.deadline.check().err()
    }
}
