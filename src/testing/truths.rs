//! Test oracle for the truth of literals: compares it with the domains.

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::learn::{Cause, Literal, Literals, Truths};
use crate::search::Random;
use crate::store::{Atom, Reason, Relation, Store, VarId};

/// A store whose domains change at random, and the truths of literals about it.
struct Walk {
    store: Store,
    literals: Literals,
    truths: Truths,
    /// The literals that were passed, or true when they were met.
    seen: BTreeSet<Literal>,
    values: Vec<Vec<i32>>,
    numbers: Random,
}

impl Walk {
    fn new(seed: u64) -> Walk {
        let mut store = Store::new(true);
        let domains = [vec![4, 5], (0..6).collect(), vec![-3, 0, 1, 2, 9, 40], vec![-7, -2, 0, 1, 2, 3, 500]];
        let values: Vec<Vec<i32>> = domains.into_iter().chain([(0..150).collect()]).collect();
        for domain in &values {
            let _ = store.new_var(&domain.iter().copied().collect::<Domain>()).expect("it has values");
        }
        let (literals, truths) = (Literals::default(), Truths::default());
        Walk { store, literals, truths, seen: BTreeSet::new(), values, numbers: Random::new(seed) }
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

    /// Changes a domain, one value or bound or many values at once; true at a failure.
    fn change(&mut self) -> bool {
        let atom = self.atom();
        if self.numbers.below(3) > 0 {
            return self.store.apply(atom, Reason::DECISION).is_err();
        }
        let values = &self.values[atom.var().index()];
        let kept: Domain = values.iter().copied().filter(|_| self.numbers.below(4) > 0).collect();
        self.store.intersect(atom.var(), &kept, Reason::DECISION).is_err()
    }

    /// Reads the changes, and compares all truths with the store.
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

/// Walks at random through the domains of a store, with levels and failures, and compares the truths of literals with the store.
///
/// # Panics
/// If they differ.
#[doc(hidden)]
pub fn check_truths(seed: u64) {
    let mut walk = Walk::new(seed);
    for _ in 0..60 {
        match walk.numbers.below(8) {
            0..3 => walk.meet(),
            3..6 => {
                if walk.change() {
                    // Atoms are met before the changes of a failure are undone, and some of these were not read.
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
