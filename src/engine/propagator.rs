//! Propagators: the trait [`Propagator`], and how to implement it.

use std::fmt::Debug;

use crate::engine::differences::Differences;
use crate::engine::explain::ExplainRequest;
use crate::engine::wait::Notice;
use crate::engine::watch::Subscriptions;
use crate::store::{Atom, Failure, Past, Store};

/// The cost class of a run: cheap runs come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// A few operations.
    Unit,
    /// One sweep over the scope.
    Linear,
    /// Sorting, or a sweep over the scope's values.
    Quadratic,
    /// Matchings, flows, dynamic programs.
    Expensive,
}

impl Cost {
    pub(crate) const COUNT: usize = 4;

    /// Estimated work of one run of a propagator that watches `width` events, in units of about ten nanoseconds. It depends on the model
    /// only, so that a search that decides by it is the same on every machine.
    #[inline]
    pub(crate) fn work(self, width: u32) -> u64 {
        let width = u64::from(width);
        match self {
            Cost::Unit => 4,
            Cost::Linear => 6 + width / 4,
            Cost::Quadratic => 16 + 2 * width,
            Cost::Expensive => 32 + 8 * width,
        }
    }

    /// The priority, from 0: the cheapest comes first.
    #[inline]
    pub(crate) fn priority(self) -> usize {
        self as usize
    }
}

/// The claim of a propagator that returns without failure. When unsure, return [`Again`](Outcome::Again).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// At its fixpoint: a second run, right now, would change nothing, so that its own changes need not wake the propagator.
    Fixpoint,
    /// Perhaps not at its fixpoint: a second run may remove more; it follows if one of the run's own changes wakes the propagator.
    Again,
    /// Deferred: the cheap part is done. The propagator is to run at this cost, with it as the argument, once nothing cheaper is due; a new
    /// event before that starts again with the cheap part.
    Defer(Cost),
    /// Entailed: every assignment left satisfies the constraint, so that the propagator sleeps until backtracking. That all variables are
    /// fixed is not enough, for the last one that the run fixed may occur in the scope twice: check whether the constraint holds, or return
    /// [`Again`](Outcome::Again).
    Entailed,
}

/// The filtering of one constraint, or of a part of one.
///
/// A propagator removes values that cannot be part of any solution of its constraint. It is built with the
/// [`View`](crate::store::View)s of its scope and lives in an [`Engine`](crate::engine::Engine):
///
/// 1. `subscribe` says once which events of which variables it wants to be woken by. Take the weakest that suffices:
///    [`FIXED`](crate::store::Events::FIXED), then [`BOUNDS`](crate::store::Events::BOUNDS), then
///    [`CHANGED`](crate::store::Events::CHANGED).
/// 2. `propagate` reads domains and calls the verbs of the [`Store`], with reasons made by
///    [`store.because(payload)`](Store::because). What it returns is a claim: see [`Outcome`]. A run that may do more than a few sweeps
///    over its scope counts its work by [`store.spend(steps)?`](Store::spend), so that a time limit ends it.
/// 3. `explain` is asked later, if at all, which atoms implied a change, in the store as it was before it.
///
/// # Contract of `explain`
///
/// 1. The atom asked about is one that the propagator posted, or one implied by that: older atoms of the same variable are
///    not wanted, unless the inference itself rested on them.
/// 2. Premises that are together as weak as the asked atom allows, with none to spare.
/// 3. Premises may be any atoms that are true in `past`; what was true at its [`start`](crate::store::Past::start) may be left out.
/// 4. Nothing is read but the asked atom, the payload, `past` and [notes](crate::store::Past::note): never
///    [`Trailed`](crate::store::Trailed) cells or scratch, which are those of another time.
///
/// Take `x + 3 ≤ y` with `x ≥ 4`, at which it posts `y ≥ 7`. Later `y ≥ 6` is asked about, since nothing more
/// was needed. The answer is `x ≥ 3`: true, since `x ≥ 4` was; enough, since `3 + 3 = 6`; and weaker than `x ≥ 4`, so that it
/// explains more. [`View::low_implying`](crate::store::View::low_implying) does that arithmetic for any scale. What follows for
/// `y` from `y ≥ 7` and its older atoms, such as `y = 7` where `y ≤ 7` was true, is not asked of the propagator: the engine
/// derives that by itself.
///
/// Few premises, weak ones and old ones make an explanation strong. It is then a shorter step in [`why`](crate::model::Model::why),
/// and a nogood made of such steps cuts off more. So post what was inferred, not what it amounts to: `fix` where one value
/// must be taken, a bound where a bound follows, and `remove` or `keep_bits` only for values one by one.
/// [`testing::check_constraint`](crate::testing::check_constraint) tries 1 and 3.
///
/// State that must follow backtracking goes into [`Trailed`](crate::store::Trailed) cells; all other fields are
/// scratch and may hold anything when `propagate` starts. `examples/custom_constraint.rs` is a whole one.
pub trait Propagator: Debug + Send + CloneBox {
    /// Subscribes to the events that wake it. Called once.
    fn subscribe(&self, events: &mut Subscriptions<'_>);

    /// The cost class of a run that an event brings about.
    fn cost(&self) -> Cost;

    /// Decides what to do when an `atom` for which it [waits](Subscriptions::wait_for) is true. It is asked while the others are
    /// woken: more of what it waits for may be true already, and it is asked about each. It is asked again at later changes of the
    /// variable, as long as the atom is true and the propagator waits for it.
    ///
    /// What it waits for is not taken back on backtracking. After a failure it may not have been asked, and then all that it
    /// was not asked about is undone. An atom that is not true now was not true before, so moving on to one is always sound.
    fn notice(&mut self, atom: Atom, store: &Store) -> Notice {
        let _ = (atom, store);
        Notice::Run
    }

    /// Removes values. `cost` is [`cost`](Self::cost), or what an earlier run deferred itself to.
    ///
    /// # Errors
    /// [`Failure`], passed on from a verb of the store or made by [`Store::contradiction`].
    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure>;

    /// Explains a change: writes to `out` atoms that were true in `past`, the store just before the change, and that together with the
    /// constraint imply what is requested. `payload` is what the reason of the change was made with. What an explanation
    /// owes is its [contract](Propagator#contract-of-explain).
    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>);

    /// States differences between two bounds that it maintains, such as `x + 3 ≤ y`. It is asked where bounds seem to raise each other
    /// without end, and may state less than it knows, or nothing.
    fn differences(&self, to: &mut Differences<'_>) {
        let _ = to;
    }
}

/// Cloning behind a box, implemented for every propagator that is `Clone`.
pub trait CloneBox {
    /// A boxed copy.
    fn clone_box(&self) -> Box<dyn Propagator>;
}

impl<P: Propagator + Clone + 'static> CloneBox for P {
    fn clone_box(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Propagator> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}
