//! Propagation to the fixpoint: propagators that are due run, and make others due, until none is.

use crate::engine::interrupt::Fuel;
use crate::engine::queue::Members;
use crate::engine::reader::{BEFORE_READING, NoReader, Reader};
use crate::engine::slow_convergence::SLOW_RUN;
use crate::engine::{Cost, Engine, Fixpoint, Interrupt, Outcome};
use crate::store::{Failure, PropId, Source};

impl Engine {
    /// Propagates to the fixpoint.
    ///
    /// # Errors
    /// [`Failure`] if the constraints contradict the domains; then nothing is due, and the domains are to be undone.
    pub fn propagate(&mut self) -> Result<(), Failure> {
        self.propagate_within(&Interrupt::default()).map(|_| ())
    }

    /// Propagates to the fixpoint, or until `interrupt` triggers.
    ///
    /// # Errors
    /// [`Failure`] if the constraints contradict the domains; then nothing is due, and the domains are to be undone.
    pub fn propagate_within(&mut self, interrupt: &Interrupt) -> Result<Fixpoint, Failure> {
        self.propagate_reading(interrupt, &mut NoReader)
    }

    /// Propagates with a reader of the trail, which has read all of it at the fixpoint.
    ///
    /// # Errors
    /// [`Failure`] if the constraints or the reader contradict the domains; then nothing is due, and the domains are to be undone.
    pub(crate) fn propagate_reading(
        &mut self,
        interrupt: &Interrupt,
        reader: &mut impl Reader,
    ) -> Result<Fixpoint, Failure> {
        self.store.heed(interrupt);
        let result = self.run_until(interrupt, reader);
        self.store.heed_none();
        result
    }

    #[inline]
    fn run_until(&mut self, interrupt: &Interrupt, reader: &mut impl Reader) -> Result<Fixpoint, Failure> {
        let mut fuel = Fuel::new(interrupt);
        let (mut runs, mut patience) = (0, self.patience());
        self.wake(None);
        loop {
            let is_behind = reader.position() < self.store.position();
            if is_behind && !self.queue.is_waiting(BEFORE_READING) {
                if let Some(cause) = fuel.spend(Cost::Quadratic, 0) {
                    return Ok(Fixpoint::Interrupted(cause));
                }
                self.read(reader)?;
                continue;
            }
            let Some((id, cost)) = self.queue.pop() else {
                if is_behind {
                    continue;
                }
                break;
            };
            if let Some(cause) = fuel.spend(cost, self.slots[id.index()].width) {
                self.queue.schedule(Members::one(id), cost);
                return Ok(Fixpoint::Interrupted(cause));
            }
            if let Err(failure) = self.run_and_settle(id, cost) {
                let cause = self.store.take_interruption().ok_or(failure)?;
                self.queue.schedule(Members::one(id), cost);
                return Ok(Fixpoint::Interrupted(cause));
            }
            runs += if self.store.take_slow_run() { SLOW_RUN } else { 1 };
            if runs >= patience {
                patience *= 2;
                if let Err(failure) = self.raise_slow_bounds() {
                    self.abandon();
                    return Err(failure);
                }
                self.wake(None);
            }
        }
        if self.meaning.is_some() {
            self.check_fixpoint();
        }
        Ok(Fixpoint::Reached)
    }

    /// Propagates by at most `runs` runs: what is due then still is.
    ///
    /// # Errors
    /// [`Failure`] if the constraints contradict the domains; then nothing is due, and the domains are to be undone.
    pub(crate) fn propagate_at_most(&mut self, runs: usize) -> Result<(), Failure> {
        self.wake(None);
        for _ in 0..runs {
            let Some((id, cost)) = self.queue.pop() else { return Ok(()) };
            self.run_and_settle(id, cost)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn read(&mut self, reader: &mut impl Reader) -> Result<(), Failure> {
        if let Err(failure) = reader.read(&mut self.store) {
            self.failed_constraint = None;
            self.abandon();
            return Err(failure);
        }
        self.wake(None);
        Ok(())
    }

    #[inline]
    fn run_and_settle(&mut self, id: PropId, cost: Cost) -> Result<(), Failure> {
        match self.run(id, cost) {
            Ok(outcome) => {
                self.settle(id, outcome);
                Ok(())
            }
            Err(failure) => {
                if !self.store.is_interrupted() {
                    self.failed_constraint = Some(self.slots[id.index()].constraint);
                    self.abandon();
                }
                Err(failure)
            }
        }
    }

    #[inline]
    fn run(&mut self, id: PropId, cost: Cost) -> Result<Outcome, Failure> {
        self.propagations += 1;
        self.work += cost.work(self.slots[id.index()].width);
        self.store.set_current_source(Source::Propagator(id));
        if self.meaning.is_some() {
            return self.run_checked(id, cost);
        }
        self.slots[id.index()].propagator.propagate(&mut self.store, cost)
    }

    #[cold]
    fn run_checked(&mut self, id: PropId, cost: Cost) -> Result<Outcome, Failure> {
        let before = self.store.clone();
        let result = self.slots[id.index()].propagator.propagate(&mut self.store, cost);
        // The changes of a run that was interrupted have to be right all the same.
        let claim = if self.store.is_interrupted() { &Ok(Outcome::Again) } else { &result };
        self.check_run(id, cost, &before, claim);
        result
    }

    /// Acts on what a propagator claimed.
    #[inline]
    fn settle(&mut self, id: PropId, outcome: Outcome) {
        // By far the most frequent, and the processor guesses two ways better than four.
        if outcome == Outcome::Fixpoint {
            self.wake(Some(id));
        } else {
            self.settle_otherwise(id, outcome);
        }
    }

    #[inline(never)]
    fn settle_otherwise(&mut self, id: PropId, outcome: Outcome) {
        match outcome {
            Outcome::Fixpoint => self.wake(Some(id)),
            Outcome::Again => self.wake(None),
            Outcome::Defer(cost) => {
                self.wake(Some(id));
                self.queue.schedule(Members::one(id), cost);
            }
            Outcome::Entailed => {
                self.queue.put_to_sleep(id);
                if !self.levels.is_empty() {
                    self.asleep.push(id);
                }
                self.wake(None);
            }
        }
    }

    /// Clears the queue, after a failure.
    fn abandon(&mut self) {
        self.queue.clear();
        self.store.drop_events();
    }

    /// Makes the propagators due that watch what happened; `except` is at its fixpoint.
    #[inline]
    fn wake(&mut self, except: Option<PropId>) {
        if self.store.has_events() {
            // As if it slept, while the others are woken.
            if let Some(id) = except {
                self.queue.put_to_sleep(id);
            }
            self.wake_watchers(except);
            if let Some(id) = except {
                self.queue.wake(id);
            }
        }
    }

    #[inline(never)]
    fn wake_watchers(&mut self, runner: Option<PropId>) {
        // Those of one word and one cost are gathered: in a small model that is nearly all.
        let (mut due, mut at) = (Members::default(), Cost::Linear);
        while let Some((var, events)) = self.store.next_event() {
            for watch in self.watches.of(var) {
                let bits = watch.woken_by(events);
                if watch.word == due.word && watch.cost == at {
                    due.bits |= bits;
                } else if bits != 0 {
                    self.queue.schedule(due, at);
                    (due, at) = (Members { word: watch.word, bits }, watch.cost);
                }
            }
            if !self.waiting.is_empty() {
                self.notice(var, runner);
            }
        }
        self.queue.schedule(due, at);
    }
}
