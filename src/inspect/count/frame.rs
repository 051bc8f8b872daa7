//! Frames of a count: components being counted, each a sum over the values of one variable of products over components.

use crate::engine::Interrupt;
use crate::inspect::count::memo::Key;
use crate::inspect::count::natural::Natural;
use crate::inspect::count::order::Order;
use crate::inspect::count::tally::{Product, Tally, VarValue, var_values};
use crate::search::Limit;
use crate::store::{Domains, Store, VarId};

/// A component whose count is finished.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) vars: Vec<VarId>,
    pub(super) tally: Tally,
}

/// A component that is being counted. The outermost one has all variables and does not branch: it has a single term.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) key: Option<Key>,
    pub(super) vars: Vec<VarId>,
    /// Where solutions with each value are asked for: the pairs of variable and value.
    var_values: Vec<VarValue>,
    /// The variable that is branched on.
    var: Option<VarId>,
    /// The values not tried yet, as runs, the next one last; and the number of values at the start. A domain may have
    /// billions.
    pub(super) runs: Vec<(i32, i32)>,
    of: u64,
    pub(super) tally: Tally,
    /// Whether a value is being tried: its level is open.
    pub(super) is_trying: bool,
    /// The components that the value leaves and that are not finished yet, and how many it left.
    pub(super) parts: Vec<Vec<VarId>>,
    left: usize,
    product: Product,
    /// With pairs: the components that are finished, and the words of memory that these take.
    done: Vec<Part>,
    done_words: usize,
}

/// The number of pairs that are added between two looks at the clock: they may have thousands of digits.
const PAIRS_A_LOOK: usize = 256;

impl Frame {
    pub(super) fn new(key: Option<Key>, vars: Vec<VarId>, var_values: Vec<VarValue>) -> Frame {
        Frame {
            key,
            vars,
            tally: Tally::default(),
            var_values,
            var: None,
            runs: Vec::new(),
            of: 1,
            is_trying: false,
            parts: Vec::new(),
            left: 0,
            product: Product::one(),
            done: Vec::new(),
            done_words: 0,
        }
    }

    /// Branches on the first variable with the fewest values, of those that count, in that order of its values.
    pub(super) fn branch(&mut self, store: &Store, counts: impl Fn(VarId) -> bool, order: Order) {
        let counted = self.vars.iter().copied().filter(|&var| counts(var));
        self.var = counted.min_by_key(|&var| store.size(var));
        let var = self.var.expect("invariant: some variable of a part that is branched on counts");
        self.runs.extend(store.runs(var));
        self.of = self.untried();
        order.turn_runs(&mut self.runs, self.of);
    }

    /// The value to try next.
    pub(super) fn next_value(&mut self, order: Order) -> Option<(VarId, i32)> {
        self.var.zip(order.pop(&mut self.runs))
    }

    fn untried(&self) -> u64 {
        self.runs
            .iter()
            .map(|&(low, high)| high.abs_diff(low).into())
            .fold(self.runs.len() as u64, u64::saturating_add)
    }

    /// Begins with the components that a value leaves.
    pub(super) fn open(&mut self, parts: Vec<Vec<VarId>>) {
        self.is_trying = true;
        self.product = Product::one();
        self.left = parts.len();
        self.parts = parts;
    }

    /// Multiplies by a finished component.
    pub(super) fn take(&mut self, part: Part) {
        self.product.multiply(&part.tally.total);
        if self.product.is_zero() {
            self.parts.clear();
        }
        if !self.var_values.is_empty() {
            self.done_words = self.done_words.saturating_add(part.tally.words(part.tally.by_var_value.len()));
            self.done.push(part);
        }
    }

    /// Passes over the components that are not finished.
    pub(super) fn give_up(&mut self) {
        self.product = Product::zero();
        self.parts.clear();
    }

    /// The memory of the pairs, in words, including those of finished components.
    pub(super) fn words(&self) -> usize {
        self.tally.words(self.var_values.len()).saturating_add(self.done_words)
    }

    /// Adds the term of the value to the total, while its level is still open. The pairs are left to
    /// [`add_pairs`](Self::add_pairs).
    pub(super) fn close(&mut self) {
        self.is_trying = false;
        self.tally.total = self.tally.total.plus(&self.product.number());
    }

    /// Adds the term of the value, just closed, to the pairs; part of it, if `interrupt` triggers.
    ///
    /// # Errors
    /// The limit that was reached: what was added so far is a lower bound.
    pub(super) fn add_pairs(&mut self, store: &Store, interrupt: &Interrupt) -> Result<(), Limit> {
        let done = std::mem::take(&mut self.done);
        self.done_words = 0;
        if self.var_values.is_empty() || self.product.is_zero() {
            return Ok(());
        }
        self.tally.by_var_value.resize(self.var_values.len(), Natural::ZERO);
        let mut added = 0usize;
        let mut look = || {
            let cause = if added.is_multiple_of(PAIRS_A_LOOK) { interrupt.poll() } else { None };
            added += 1;
            cause.map_or(Ok(()), |cause| Err(Limit::from(cause)))
        };
        let product = self.product.number();
        for at in 0..self.vars.len() {
            if let Some(value) = store.value(self.vars[at]) {
                look()?;
                self.add((self.vars[at], value), &product);
            }
        }
        for part in &done {
            let others = product.over(&part.tally.total);
            for (var_value, number) in var_values(store, &part.vars).into_iter().zip(&part.tally.by_var_value)
            {
                look()?;
                self.add(var_value, &number.times(&others));
            }
        }
        Ok(())
    }

    /// Drops the pairs of the value, just closed.
    pub(super) fn drop_pairs(&mut self) {
        self.done = Vec::new();
        self.done_words = 0;
    }

    fn add(&mut self, var_value: VarValue, number: &Natural) {
        let at = self
            .var_values
            .binary_search(&var_value)
            .expect("invariant: values are only lost on the way down");
        self.tally.by_var_value[at] = self.tally.by_var_value[at].plus(number);
    }

    /// The number of values that are finished, and of all.
    pub(super) fn values_done(&self) -> (u64, u64) {
        let open = u64::from(self.is_trying) + self.untried();
        (self.of - open, self.of)
    }

    /// The number of components of the current value that are finished, and of all.
    pub(super) fn parts_done(&self) -> (usize, usize) {
        let open = usize::from(self.is_trying) + self.parts.len();
        (self.left.saturating_sub(open), self.left.max(1))
    }
}
