//! The assignment trail of literals: which are true, as far as the store's trail has been read.
//!
//! A nogood asks for the truth of its atoms far more often than domains change. So each change is read once, what it made true is
//! noted by literal, and to ask is one access to a byte.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(1) amortised for each literal that becomes true or is undone; for n that are new and true, O(n log n + t) on a trail of t |
//! | Source | the assignment trail of SAT solvers: Eén & Sörensson, *An Extensible SAT-solver*, SAT 2003 |

use crate::learn::literals::{Literal, Literals};
use crate::store::{Atom, Store};

/// Literals that are true or false, in the order in which they became so.
#[derive(Clone, Debug, Default)]
pub(crate) struct Truths {
    /// By literal.
    known: Vec<Truth>,
    /// By literal that is true: the position of the change that made it true, or [`START`].
    causes: Vec<u32>,
    trail: Vec<Literal>,
    /// Literals that were met after they had become true: they go into the trail together, before it is looked at.
    late: Vec<Literal>,
    /// How much of that was [passed](Truths::pass).
    passed: usize,
    /// Up to which change the store's trail has been read.
    read: usize,
}

/// What made a literal true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// None: it was true at the start.
    Start,
    /// The change at that position.
    Change(usize),
}

impl Cause {
    /// The position of the change.
    #[inline]
    pub(crate) fn position(self) -> Option<usize> {
        match self {
            Cause::Start => None,
            Cause::Change(position) => Some(position),
        }
    }
}

/// In place of a position: it was true at the start.
const START: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Truth {
    #[default]
    Open,
    True,
    False,
}

impl Truths {
    /// Up to which change the trail has been read.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.read
    }

    #[inline]
    pub(crate) fn is_true(&self, literal: Literal) -> bool {
        self.known[literal.index()] == Truth::True
    }

    #[inline]
    pub(crate) fn is_false(&self, literal: Literal) -> bool {
        self.known[literal.index()] == Truth::False
    }

    /// What made a literal true; `None` if it is not true.
    #[inline]
    pub(crate) fn cause(&self, literal: Literal) -> Option<Cause> {
        self.is_true(literal).then(|| match self.causes[literal.index()] {
            START => Cause::Start,
            position => Cause::Change(position as usize),
        })
    }

    /// Adds a new statement, which that atom states.
    pub(crate) fn meet(&mut self, stated: Literal, atom: Atom, store: &Store) {
        let statements = self.statements().max(stated.statement() as usize + 1);
        self.known.resize(2 * statements, Truth::Open);
        self.causes.resize(2 * statements, START);
        let Some(is_true) = store.truth(atom) else { return };
        let (literal, atom) = if is_true { (stated, atom) } else { (!stated, !atom) };
        let Some(position) = store.past(store.position()).cause(atom) else {
            return self.set(literal, START);
        };
        if position < self.read {
            self.set(literal, position as u32);
            self.late.push(literal);
        }
    }

    /// Puts the late literals where they belong, each behind those of the same change. Nothing waits for them, so one counts as passed where
    /// all before it are.
    #[inline]
    fn insert_late(&mut self) {
        if !self.late.is_empty() {
            self.insert_those_late();
        }
    }

    fn insert_those_late(&mut self) {
        let mut late = std::mem::take(&mut self.late);
        let cause = |literal: &Literal| self.causes[literal.index()];
        late.sort_by_key(cause);
        let (mut from, mut to) = (self.trail.len(), self.trail.len() + late.len());
        let passed = self.passed;
        self.trail.resize(to, late[0]);
        for &literal in late.iter().rev() {
            while from > 0 && self.causes[self.trail[from - 1].index()] > self.causes[literal.index()] {
                from -= 1;
                to -= 1;
                self.trail[to] = self.trail[from];
            }
            to -= 1;
            self.trail[to] = literal;
            self.passed += usize::from(from <= passed);
        }
        late.clear();
        self.late = late;
    }

    #[inline]
    fn set(&mut self, literal: Literal, cause: u32) {
        self.causes[literal.index()] = cause;
        self.known[literal.index()] = Truth::True;
        self.known[(!literal).index()] = Truth::False;
    }

    /// Reads the changes that have not been read.
    #[inline]
    pub(crate) fn catch_up(&mut self, literals: &Literals, store: &Store) {
        self.insert_late();
        while self.read < store.position() {
            let position = self.read;
            literals.made_true(position, store, |literal| {
                // Of a large domain a bound passes over values that were gone before.
                if !self.is_true(literal) {
                    self.set(literal, position as u32);
                    self.trail.push(literal);
                }
            });
            self.read = position + 1;
        }
    }

    /// The oldest literal that became true and was not passed, which is passed by that.
    #[inline]
    pub(crate) fn pass(&mut self) -> Option<Literal> {
        self.insert_late();
        let &literal = self.trail.get(self.passed)?;
        self.passed += 1;
        Some(literal)
    }

    /// What became true, from that position of the store's trail on.
    pub(crate) fn since(&mut self, position: usize) -> &[Literal] {
        self.insert_late();
        &self.trail[self.start_of(position)..]
    }

    /// What became true before that.
    pub(crate) fn before(&mut self, position: usize) -> &[Literal] {
        self.insert_late();
        &self.trail[..self.start_of(position)]
    }

    /// The number of statements.
    pub(crate) fn statements(&self) -> usize {
        self.known.len() / 2
    }

    fn start_of(&self, position: usize) -> usize {
        self.trail.partition_point(|literal| (self.causes[literal.index()] as usize) < position)
    }

    /// Undoes the changes from that position on.
    pub(crate) fn undo_to(&mut self, position: usize) {
        self.insert_late();
        let start = self.start_of(position);
        for literal in self.trail.drain(start..) {
            self.known[literal.index()] = Truth::Open;
            self.known[(!literal).index()] = Truth::Open;
        }
        self.passed = self.passed.min(start);
        self.read = self.read.min(position);
    }

    /// Marks what is true now as true for good, and as passed.
    pub(crate) fn settle(&mut self) {
        self.insert_late();
        for literal in self.trail.drain(..) {
            self.causes[literal.index()] = START;
        }
        (self.passed, self.read) = (0, 0);
    }
}
