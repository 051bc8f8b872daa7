//! Search in a form: a descent, an inference, and the placement of a network's variables in states.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::descent::{Advanced, Counts, Descent, Inference};
use crate::lanes::machine::Machine;

/// A search, whatever its form.
pub(crate) trait Search: Debug + Send + Sync {
    fn start(&mut self, domains: &[u64]);
    /// Starts over from the domains of the last start, some of them narrowed by `facts`.
    fn restart(&mut self, facts: &[(usize, u64)]);
    fn advance(&mut self, nodes: u64) -> Advanced;
    /// Whether the next advance would find no solution and search no node.
    fn is_exhausted(&self) -> bool;
    /// The domain of a variable in the current state.
    fn domain(&self, var: usize) -> u64;
    /// Appends the value of each variable in the current solution, by number; `names` has the values by bit.
    fn solution(&self, names: &[i32], values: &mut Vec<i32>);
    /// The domains, by variable, of each state that is left to be searched, the next one first; `None` if they cannot be told now.
    fn open_states(&self, vars: usize) -> Option<Vec<Vec<u64>>>;
    fn counts(&self) -> Counts;
    fn boxed(&self) -> Box<dyn Search>;
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// The placement of a network's variables in states.
pub(crate) trait Placement: Clone + Debug + Send + Sync + 'static {
    /// The words that a state consists of.
    type Word: Copy + Debug + Send + Sync + 'static;
    /// The form of a state in memory, before it is converted to words.
    type Root: Clone + Debug + Send + Sync + 'static;

    /// The state without any variable.
    fn empty(&self) -> Self::Root;
    /// Writes the domains of all variables.
    fn write(&self, root: &mut Self::Root, domains: &[u64]);
    /// Converts it to a state, with some variables narrowed by `facts`.
    fn read(&self, root: &Self::Root, facts: &[(usize, u64)], state: &mut Vec<Self::Word>);
    /// The domain of a variable in a state.
    fn domain(&self, state: &[Self::Word], var: usize) -> u64;
    /// The values of all variables in a solution; `names` has the values by bit.
    fn solution(&self, state: &[Self::Word], names: &[i32], values: &mut Vec<i32>);
}

/// Advances a descent.
pub(crate) trait Driver<S, I>: Clone + Debug + Send + Sync + 'static {
    /// A search begins at that state.
    fn start(&mut self, inference: &mut I, state: &[S]);
    fn advance(&mut self, descent: &mut Descent<S>, inference: &mut I, nodes: u64) -> Advanced;
}

/// Advances it without restarts, compiled for a machine.
#[derive(Clone, Debug)]
pub(crate) struct Straight<M>(PhantomData<fn() -> M>);

impl<S: Copy + Debug, I: Inference<S>, M: Machine> Driver<S, I> for Straight<M> {
    #[inline]
    fn start(&mut self, _: &mut I, _: &[S]) {}

    #[inline]
    fn advance(&mut self, descent: &mut Descent<S>, inference: &mut I, nodes: u64) -> Advanced {
        M::lead(descent, inference, nodes)
    }
}

/// A descent with the placement, inference and driver that it needs.
#[derive(Clone, Debug)]
struct Placed<P: Placement, I, D> {
    placement: P,
    inference: I,
    driver: D,
    /// The domains of the last start.
    root: P::Root,
    descent: Descent<P::Word>,
}

/// A search by that inference, compiled for a machine.
pub(crate) fn straight<M: Machine, P, I>(placement: P, inference: I) -> Box<dyn Search>
where
    P: Placement,
    I: Inference<P::Word> + Clone + Debug + Send + Sync + 'static,
{
    led(placement, inference, Straight::<M>(PhantomData))
}

/// A search by that inference, advanced by that driver.
pub(crate) fn led<P, I, D>(placement: P, inference: I, driver: D) -> Box<dyn Search>
where
    P: Placement,
    I: Inference<P::Word> + Clone + Debug + Send + Sync + 'static,
    D: Driver<P::Word, I>,
{
    let root = placement.empty();
    Box::new(Placed { placement, inference, driver, root, descent: Descent::new() })
}

impl<P, I, D> Search for Placed<P, I, D>
where
    P: Placement,
    I: Inference<P::Word> + Clone + Debug + Send + Sync + 'static,
    D: Driver<P::Word, I>,
{
    fn start(&mut self, domains: &[u64]) {
        self.placement.write(&mut self.root, domains);
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        let (placement, root) = (&self.placement, &self.root);
        self.descent.start(|state| placement.read(root, facts, state));
        self.driver.start(&mut self.inference, &self.descent.state);
    }

    fn advance(&mut self, nodes: u64) -> Advanced {
        self.driver.advance(&mut self.descent, &mut self.inference, nodes)
    }

    fn is_exhausted(&self) -> bool {
        self.descent.is_exhausted()
    }

    fn domain(&self, var: usize) -> u64 {
        self.placement.domain(&self.descent.state, var)
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        self.placement.solution(&self.descent.state, names, values);
    }

    fn open_states(&self, vars: usize) -> Option<Vec<Vec<u64>>> {
        let domains = |state: &[P::Word]| (0..vars).map(|var| self.placement.domain(state, var)).collect();
        Some(self.descent.open_states()?.map(domains).collect())
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
