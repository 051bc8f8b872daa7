//! The counting search: a node is a value of a variable, and leaves components, each of which is counted by itself.
//!
//! A component may have millions of variables, values or solutions, so that anything done once for each of them takes
//! seconds: time and the flag are looked at before each component, and while its pairs are added up. Once a limit has
//! come, little more is done: what each open frame has found is a lower bound, and its pairs are added where they are few.

use crate::engine::Interrupt;
use crate::inspect::count::Counter;
use crate::inspect::count::frame::{Frame, Part};
use crate::inspect::count::memo::Key;
use crate::inspect::count::natural::Natural;
use crate::inspect::count::tally::{Tally, var_values};
use crate::search::{Limit, SearchProgress, Statistics};
use crate::store::{Atom, Domains, VarId};

/// The number of nodes between two reports of progress.
const NODES_A_REPORT: u64 = 256;

/// The words of memory that the pairs of all open frames may take, as many as the cache: 2 GiB.
const MOST_WORDS: usize = 1 << 28;

/// After a time limit the pairs of open frames are added up if they take no more words than this: less than a tenth of a second.
const FEW_WORDS: usize = 1 << 21;

/// After a time limit, components with no more variables than this are still looked for in the cache.
const FEW_VARS: usize = 64;

impl Counter {
    /// Counts what is left where the solver stands.
    pub(super) fn count_here(&mut self) -> Tally {
        self.pause_at = self.threads.alone().map(|nodes| self.statistics.nodes.saturating_add(nodes));
        let tally = self.walk();
        #[cfg(feature = "threads")]
        let tally = self.count_by_threads(tally);
        if self.stopped.is_none() {
            self.progress.tell(1.0, self.statistics.nodes);
        }
        tally
    }

    /// The tally of what is left where the solver stands; a lower bound if a limit stopped the count.
    pub(super) fn walk(&mut self) -> Tally {
        let all: Vec<VarId> = self.solver.engine().own_vars().collect();
        let mut root = self.frame(None, all);
        self.solver.push();
        root.open(self.components(&root.vars));
        self.run(root)
    }

    /// The components of these variables, the next one last.
    fn components(&mut self, vars: &[VarId]) -> Vec<Vec<VarId>> {
        let mut parts = self.network.components(&self.solver, vars);
        self.order.turn(&mut parts);
        parts
    }

    /// The tally of a frame; a lower bound if a limit stopped the count.
    fn run(&mut self, root: Frame) -> Tally {
        let mut frames = vec![root];
        loop {
            let frame = frames.last_mut().expect("invariant: the bottom frame returns");
            if let Some(part) = frame.parts.pop() {
                match self.enter(part) {
                    Entered::Known(part) => frame.take(part),
                    Entered::Unknown => frame.give_up(),
                    Entered::Open(inner) => {
                        frames.push(*inner);
                        self.check_room(&frames);
                    }
                }
                continue;
            }
            if frame.is_trying {
                self.close(&mut frames);
                self.solver.pop();
            }
            let frame = frames.last_mut().expect("invariant: it was there");
            if self.stopped.is_none()
                && let Some((var, value)) = frame.next_value(self.order)
            {
                self.try_value(frame, var, value);
                if self.statistics.nodes.is_multiple_of(NODES_A_REPORT) {
                    self.report(&frames);
                }
                continue;
            }
            let done = frames.pop().expect("invariant: it was there");
            if let (Some(key), None) = (done.key, self.stopped) {
                self.memo.insert(key, &done.tally);
            }
            match frames.last_mut() {
                Some(outer) => outer.take(Part { vars: done.vars, tally: done.tally }),
                None => return done.tally,
            }
        }
    }

    /// Ends the value that the innermost frame is trying, while its level is still open.
    fn close(&mut self, frames: &mut [Frame]) {
        let inner = frames.len() - 1;
        frames[inner].close();
        let words = self.check_room(frames);
        if self.with_var_values {
            let (frame, store) = (&mut frames[inner], self.solver.store());
            // After a limit the interrupt is not polled again where little is left.
            let is_little = words <= FEW_WORDS && self.stopped.is_some();
            let interrupt = if is_little { &Interrupt::default() } else { self.watchdog.interrupt() };
            match self.stopped {
                Some(Limit::Memory) => frame.drop_pairs(),
                stopped => self.stopped = stopped.or(frame.add_pairs(store, interrupt).err()),
            }
        }
        if self.cap.as_ref().is_some_and(|cap| frames[inner].tally.total >= *cap) {
            frames[inner].runs.clear();
        }
    }

    /// Stops the count if the pairs of all frames take more memory than they may; returns the words that they take.
    fn check_room(&mut self, frames: &[Frame]) -> usize {
        if !self.with_var_values {
            return 0;
        }
        let words = frames.iter().map(Frame::words).fold(0, usize::saturating_add);
        if words > MOST_WORDS {
            self.stopped = self.stopped.or(Some(Limit::Memory));
        }
        words
    }

    /// Whether time is up, or the flag raised; then the count is stopped.
    pub(super) fn is_late(&mut self) -> bool {
        let cause = self.watchdog.interrupt().poll();
        self.stopped = self.stopped.or(cause.map(Limit::from));
        cause.is_some()
    }

    /// Reports the progress of the count: each frame is one component, of one value, of the frame around it.
    fn report(&self, frames: &[Frame]) {
        let (mut weight, mut share) = (1.0, 0.0);
        for frame in frames {
            let (done, all) = frame.values_done();
            weight /= all as f64;
            share += weight * done as f64;
            let (done, all) = frame.parts_done();
            weight /= all as f64;
            share += weight * done as f64;
        }
        self.progress.tell(share, self.statistics.nodes);
    }

    /// Starts on the next value; afterwards the frame has the components that it leaves, or is not trying.
    fn try_value(&mut self, frame: &mut Frame, var: VarId, value: i32) {
        // A node may have thousands of variables to be partitioned and cached: looking at the clock costs nothing
        // beside that.
        let (own, together) = (self.statistics, self.together.as_ref());
        let nodes = || together.map_or(own.nodes, |together| together.nodes().max(own.nodes));
        let so_far = || SearchProgress::of(&Statistics { nodes: nodes(), ..own });
        self.stopped = self.watchdog.before_node_telling(&own, so_far);
        if self.stopped.is_none() && self.is_paused() {
            self.stopped = Some(Limit::Nodes);
        }
        if self.stopped.is_some() || self.is_late() {
            return;
        }
        self.statistics.nodes += 1;
        self.statistics.decisions += 1;
        self.solver.push();
        let is_possible = self.solver.engine_mut().assume(Atom::eq(var, value)).is_ok();
        if !is_possible || !self.survives([]) {
            self.statistics.failures += u64::from(self.stopped.is_none());
            self.solver.pop();
            return;
        }
        frame.open(self.components(&frame.vars));
    }

    /// Enters a component: its tally, if that is cached, or a frame to count it in, unless time is up.
    fn enter(&mut self, vars: Vec<VarId>) -> Entered {
        let store = self.solver.store();
        if let [var] = vars.as_slice()
            && self.network.others_at(&vars).next().is_none()
        {
            let size = if self.counts(*var) { store.size(*var) } else { 1 };
            let by_var_value =
                if self.with_var_values { vec![Natural::ONE; size as usize] } else { Vec::new() };
            return Entered::Known(Part { vars, tally: Tally { total: Natural::from(size), by_var_value } });
        }
        let is_late = self.is_late();
        if is_late && vars.len() > FEW_VARS {
            return Entered::Unknown;
        }
        let interrupt = if is_late { &Interrupt::default() } else { self.watchdog.interrupt() };
        let key = if vars.len() > 2 {
            self.memo.key(&self.solver, &mut self.network, &vars, self.with_var_values, interrupt)
        } else {
            None
        };
        if let Some(tally) = key.as_ref().and_then(|key| self.memo.get(key)) {
            return Entered::Known(Part { vars, tally });
        }
        if is_late {
            return Entered::Unknown;
        }
        if !vars.iter().any(|&var| self.counts(var)) {
            return self.settle(key, vars);
        }
        let mut frame = self.frame(key, vars);
        frame.branch(self.solver.store(), |var| self.counts(var), self.order);
        Entered::Open(Box::new(frame))
    }

    fn frame(&self, key: Option<Key>, vars: Vec<VarId>) -> Frame {
        let var_values =
            if self.with_var_values { var_values(self.solver.store(), &vars) } else { Vec::new() };
        Frame::new(key, vars, var_values)
    }
}

/// The state of a component that is to be counted.
pub(super) enum Entered {
    Known(Part),
    Unknown,
    Open(Box<Frame>),
}
