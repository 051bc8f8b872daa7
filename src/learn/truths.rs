//! Which literals are true, as far as the trail has been read.
//!
//! A nogood asks for the truth of its atoms far more often than domains change. So each change is read once, what it made true is
//! noted by literal, and to ask is one access to a byte.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(1) amortised for each literal that becomes true or is undone; O(t) for one that is new and true, on a trail of t |
//! | Source | the assignment trail of SAT solvers: Eén & Sörensson, *An Extensible SAT-solver*, SAT 2003 |

use crate::learn::literals::{Literal, Literals};
use crate::store::{Atom, Store};

/// Literals that are true or false, in the order in which they became so.
#[derive(Clone, Debug, Default)]
pub(super) struct Truths {
    /// By literal.
    known: Vec<Known>,
    /// By literal that is true: the position of the change that made it true, or [`START`].
    causes: Vec<u32>,
    trail: Vec<Literal>,
    /// How much of that was [passed](Truths::pass).
    passed: usize,
    /// Up to which change the store's trail has been read.
    read: usize,
    due: Vec<Literal>,
}

/// What made a literal true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// Nothing: it was true at the start.
    Start,
    /// The change at that position.
    Change(usize),
}

impl Cause {
    /// The position of the change.
    #[inline]
    pub(super) fn position(self) -> Option<usize> {
        match self {
            Cause::Start => None,
            Cause::Change(position) => Some(position),
        }
    }
}

/// In place of a position: it was true at the start.
const START: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Known {
    #[default]
    Open,
    True,
    False,
}

impl Truths {
    /// Up to which change the trail has been read.
    #[inline]
    pub(super) fn position(&self) -> usize {
        self.read
    }

    #[inline]
    pub(super) fn is_true(&self, literal: Literal) -> bool {
        self.known[literal.index()] == Known::True
    }

    #[inline]
    pub(super) fn is_false(&self, literal: Literal) -> bool {
        self.known[literal.index()] == Known::False
    }

    /// What made a literal true; `None` if it is not true.
    #[inline]
    pub(super) fn cause(&self, literal: Literal) -> Option<Cause> {
        self.is_true(literal).then(|| match self.causes[literal.index()] {
            START => Cause::Start,
            position => Cause::Change(position as usize),
        })
    }

    /// There is a new statement, which that atom states.
    pub(super) fn meet(&mut self, stated: Literal, atom: Atom, store: &Store) {
        let statements = self.statements().max(stated.statement() as usize + 1);
        self.known.resize(2 * statements, Known::Open);
        self.causes.resize(2 * statements, START);
        let Some(is_true) = store.truth(atom) else { return };
        let (literal, atom) = if is_true { (stated, atom) } else { (!stated, !atom) };
        let Some(position) = store.past(store.position()).cause(atom) else {
            return self.set(literal, START);
        };
        if position < self.read {
            self.set(literal, position as u32);
            // Nothing waits for it, so it counts as passed where what came after it is.
            let at = self.start_of(position + 1);
            self.trail.insert(at, literal);
            self.passed += usize::from(at <= self.passed);
        }
    }

    #[inline]
    fn set(&mut self, literal: Literal, cause: u32) {
        self.causes[literal.index()] = cause;
        self.known[literal.index()] = Known::True;
        self.known[(!literal).index()] = Known::False;
    }

    /// Reads the changes that have not been read.
    #[inline]
    pub(super) fn catch_up(&mut self, literals: &Literals, store: &Store) {
        while self.read < store.position() {
            let mut due = std::mem::take(&mut self.due);
            due.clear();
            literals.made_true(self.read, store, &mut due);
            for &literal in &due {
                // Of a large domain a bound passes over values that were gone before.
                if !self.is_true(literal) {
                    self.set(literal, self.read as u32);
                    self.trail.push(literal);
                }
            }
            self.due = due;
            self.read += 1;
        }
    }

    /// The oldest literal that became true and was not passed, which is passed by that.
    #[inline]
    pub(super) fn pass(&mut self) -> Option<Literal> {
        let &literal = self.trail.get(self.passed)?;
        self.passed += 1;
        Some(literal)
    }

    /// What became true, from that position of the store's trail on.
    pub(super) fn since(&self, position: usize) -> &[Literal] {
        &self.trail[self.start_of(position)..]
    }

    /// What became true before that.
    pub(super) fn before(&self, position: usize) -> &[Literal] {
        &self.trail[..self.start_of(position)]
    }

    /// How many statements there are.
    pub(super) fn statements(&self) -> usize {
        self.known.len() / 2
    }

    fn start_of(&self, position: usize) -> usize {
        self.trail.partition_point(|literal| (self.causes[literal.index()] as usize) < position)
    }

    /// The changes from that position on are undone.
    pub(super) fn undo_to(&mut self, position: usize) {
        let start = self.start_of(position);
        for literal in self.trail.drain(start..) {
            self.known[literal.index()] = Known::Open;
            self.known[(!literal).index()] = Known::Open;
        }
        self.passed = self.passed.min(start);
        self.read = self.read.min(position);
    }

    /// What is true now is true for good, and all of it was passed.
    pub(super) fn settle(&mut self) {
        for literal in self.trail.drain(..) {
            self.causes[literal.index()] = START;
        }
        (self.passed, self.read) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::domain::Domain;
    use crate::store::{Reason, Relation, VarId};

    /// A sequence of numbers that look random.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, many: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % many
        }
    }

    /// A store whose domains change at random, and what is known of it.
    struct Walk {
        store: Store,
        literals: Literals,
        truths: Truths,
        /// What was passed, or true when it was met.
        seen: BTreeSet<Literal>,
        values: Vec<Vec<i32>>,
        numbers: Numbers,
    }

    impl Walk {
        fn new(seed: u64) -> Walk {
            let mut store = Store::new(true);
            let domains =
                [vec![4, 5], (0..6).collect(), vec![-3, 0, 1, 2, 9, 40], vec![-7, -2, 0, 1, 2, 3, 500]];
            let values: Vec<Vec<i32>> = domains.into_iter().chain([(0..150).collect()]).collect();
            for domain in &values {
                let _ = store.new_var(&domain.iter().copied().collect::<Domain>()).expect("it has values");
            }
            let (literals, truths) = (Literals::default(), Truths::default());
            Walk { store, literals, truths, seen: BTreeSet::new(), values, numbers: Numbers(seed) }
        }

        fn atom(&mut self) -> Atom {
            let var = self.numbers.below(self.values.len());
            let value = self.values[var][self.numbers.below(self.values[var].len())];
            let relation = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge][self.numbers.below(4)];
            Atom::new(VarId::new(var), relation, value)
        }

        /// Meets an atom that is not decided at the start.
        fn meet(&mut self) {
            let atom = self.atom();
            let start = self.store.past(0);
            if atom.holds(&start) || (!atom).holds(&start) || self.literals.find(atom).is_some() {
                return;
            }
            let literal = self.literals.meet(atom, &self.store);
            self.truths.meet(literal, atom, &self.store);
            let is_true = [literal, !literal].into_iter().find(|&literal| self.truths.is_true(literal));
            self.seen.extend(is_true);
        }

        /// Changes a domain, one value or bound or many values at once; true at a dead end.
        fn change(&mut self) -> bool {
            let atom = self.atom();
            if self.numbers.below(3) > 0 {
                return self.store.apply(atom, Reason::DECISION).is_err();
            }
            let values = &self.values[atom.var().index()];
            let kept: Domain = values.iter().copied().filter(|_| self.numbers.below(4) > 0).collect();
            self.store.intersect(atom.var(), &kept, Reason::DECISION).is_err()
        }

        /// Reads what changed, and compares all that is known with the store.
        fn compare(&mut self) {
            self.truths.catch_up(&self.literals, &self.store);
            while let Some(literal) = self.truths.pass() {
                assert!(self.seen.insert(literal), "{literal:?} is passed twice");
            }
            for statement in 0..self.literals.statements() as u32 {
                let atom = self.literals.atom_of(statement);
                let literal = self.literals.find(atom).expect("it was met");
                for (literal, atom) in [(literal, atom), (!literal, !atom)] {
                    let is_true = self.store.truth(atom) == Some(true);
                    assert_eq!(self.truths.is_true(literal), is_true, "{atom:?}");
                    assert_eq!(self.truths.is_false(!literal), is_true, "{atom:?}");
                    let cause = || self.store.past(self.store.position()).cause(atom);
                    assert_eq!(self.truths.cause(literal).map(Cause::position), is_true.then(cause));
                    assert_eq!(self.seen.contains(&literal), is_true, "{atom:?}");
                }
            }
        }

        /// Undoes some levels, from those below `below`.
        fn undo(&mut self, below: usize) {
            let level = self.numbers.below(below);
            let position = self.store.end_of_level(level);
            while self.store.level() > level {
                self.store.pop();
            }
            self.truths.undo_to(position);
            let truths = &self.truths;
            self.seen.retain(|&literal| truths.is_true(literal));
        }
    }

    #[test]
    fn they_are_those_of_the_store() {
        for seed in 0..300 {
            let mut walk = Walk::new(seed);
            for _ in 0..60 {
                match walk.numbers.below(8) {
                    0..3 => walk.meet(),
                    3..6 => {
                        if walk.change() {
                            // Atoms are met before the changes of a dead end are undone, and some of these were not read.
                            walk.meet();
                            let Some(below) = walk.store.level().checked_sub(1) else { break };
                            walk.undo(below + 1);
                        }
                    }
                    6 => {
                        walk.compare();
                        walk.store.push();
                    }
                    _ if walk.store.level() == 0 => {
                        walk.compare();
                        walk.store.settle_root();
                        walk.truths.settle();
                    }
                    _ => walk.undo(walk.store.level()),
                }
            }
        }
    }
}
