//! How many views or atoms are such and such.

use proptest::prelude::*;
use residua::constraints::{
    Amount, Constraint, Operand, among, at_least, at_most, count, exactly, number_of,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntAtom, IntView};
use residua::store::Relation;
use std::sync::Arc;

use crate::catalogue::clause::{atoms, is_true};
use crate::catalogue::{Definition, Promise, Row, Term, plain_terms, term, terms};
use crate::kinds::Kind;

/// A view or a number.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    View(Term),
    Number(i64),
}

impl Side {
    pub(super) fn term(self) -> Option<Term> {
        match self {
            Side::View(term) => Some(term),
            Side::Number(_) => None,
        }
    }

    /// The number, where the next value is that of the view.
    pub(super) fn value(self, next: &mut impl Iterator<Item = i64>) -> i64 {
        match self {
            Side::View(_) => next.next().expect("a value for each term"),
            Side::Number(number) => number,
        }
    }

    pub(super) fn operand(self, next: &mut impl Iterator<Item = IntView>) -> Operand {
        match self {
            Side::View(_) => Operand::View(next.next().expect("a view for each term")),
            Side::Number(number) => Operand::Constant(number),
        }
    }
}

/// How many: as many as a view or a number says, or any number of a range.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    Equal(Side),
    Between(i64, i64),
}

impl Wanted {
    pub(super) fn term(self) -> Option<Term> {
        match self {
            Wanted::Equal(side) => side.term(),
            Wanted::Between(..) => None,
        }
    }

    /// Whether it is that number, where the next value is that of the view.
    pub(super) fn is(self, number: i64, next: &mut impl Iterator<Item = i64>) -> bool {
        match self {
            Wanted::Equal(side) => side.value(next) == number,
            Wanted::Between(low, high) => low <= number && number <= high,
        }
    }

    pub(super) fn amount(self, next: &mut impl Iterator<Item = IntView>) -> Amount {
        match self {
            Wanted::Equal(side) => Amount::Equal(side.operand(next)),
            Wanted::Between(low, high) => Amount::Between(low, high),
        }
    }
}

/// Atoms, by the numbers of their variables, and how many of them are true; the kind says how that compares.
#[derive(Clone, Debug)]
pub(crate) struct Literals(pub(crate) Kind, pub(crate) Vec<(usize, Relation, i32)>, pub(crate) Wanted);

impl Definition for Literals {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        let atoms = self.1.iter().map(|&(var, ..)| Term { var, scale: 1, offset: 0 });
        atoms.chain(self.2.term()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (literals, rest) = values.split_at(self.1.len());
        let number =
            literals.iter().zip(&self.1).filter(|&(&value, atom)| is_true(atom, value)).count() as i64;
        let mut rest = rest.iter().copied();
        match (self.0, self.2) {
            (Kind::AtMost, Wanted::Equal(side)) => number <= side.value(&mut rest),
            (Kind::AtLeast, Wanted::Equal(side)) => number >= side.value(&mut rest),
            (_, wanted) => wanted.is(number, &mut rest),
        }
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (literals, rest) = views.split_at(self.1.len());
        let atom = |(view, &(_, relation, value)): (&IntView, &(usize, Relation, i32))| {
            IntAtom::new(view.var, relation, value)
        };
        let literals = literals.iter().zip(&self.1).map(atom);
        let mut rest = rest.iter().copied();
        Arc::new(match (self.0, self.2) {
            (Kind::AtMost, Wanted::Equal(side)) => at_most(side.operand(&mut rest), literals),
            (Kind::AtLeast, Wanted::Equal(side)) => at_least(side.operand(&mut rest), literals),
            (Kind::Exactly, wanted) => exactly(wanted.amount(&mut rest), literals),
            (_, wanted) => number_of(literals, wanted.amount(&mut rest)),
        })
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Views, what they are compared with, and how many are equal to it.
#[derive(Clone, Debug)]
pub(crate) struct Count(pub(crate) Vec<Term>, pub(crate) Side, pub(crate) Wanted);

impl Definition for Count {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Count)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.iter().copied().chain(self.1.term()).chain(self.2.term()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (views, rest) = values.split_at(self.0.len());
        let mut rest = rest.iter().copied();
        let wanted = self.1.value(&mut rest);
        self.2.is(views.iter().filter(|&&value| value == wanted).count() as i64, &mut rest)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (views, rest) = views.split_at(self.0.len());
        let mut rest = rest.iter().copied();
        let (wanted, number) = (self.1.operand(&mut rest), self.2.amount(&mut rest));
        Arc::new(count(views, wanted, number))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats || self.1.term().is_some() { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice, or where it is open which value is counted.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// Views, a set, and how many have a value of it.
#[derive(Clone, Debug)]
pub(crate) struct Among(pub(crate) Vec<Term>, pub(crate) Vec<i32>, pub(crate) Wanted);

impl Definition for Among {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Among)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.iter().copied().chain(self.2.term()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (views, rest) = values.split_at(self.0.len());
        let number = views.iter().filter(|&&value| self.1.iter().any(|&v| i64::from(v) == value)).count();
        self.2.is(number as i64, &mut rest.iter().copied())
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (views, rest) = views.split_at(self.0.len());
        let number = self.2.amount(&mut rest.iter().copied());
        Arc::new(among(views, Domain::from(self.1.clone()), number))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }

    /// Where variables occur twice.
    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// A number, or the variable after the first ones, or any view.
pub(super) fn side(after: usize) -> impl Strategy<Value = Side> + Clone {
    let next = prop::sample::select(vec![(1, 0), (1, 1), (-1, 2), (2, 0)]);
    prop_oneof![
        2 => (-1..=5i64).prop_map(Side::Number),
        2 => next.prop_map(move |(scale, offset)| Side::View(Term { var: after, scale, offset })),
        1 => term().prop_map(Side::View),
    ]
}

/// That, or a range, which may be empty.
pub(super) fn wanted(after: usize) -> impl Strategy<Value = Wanted> + Clone {
    let range = (-1..=3i64, -1..=5i64).prop_map(|(low, high)| Wanted::Between(low, high));
    prop_oneof![3 => side(after).prop_map(Wanted::Equal), 1 => range]
}

/// Atoms of different variables.
fn apart() -> impl Strategy<Value = Vec<(usize, Relation, i32)>> {
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    prop::collection::vec((relation, -2..=4i32), 1..=4)
        .prop_map(|atoms| atoms.into_iter().enumerate().map(|(var, (r, v))| (var, r, v)).collect())
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let kinds = vec![Kind::NumberOf, Kind::Exactly, Kind::AtMost, Kind::AtLeast];
    let literals = prop_oneof![2 => apart(), 1 => atoms()];
    let literals = (prop::sample::select(kinds), literals)
        .prop_flat_map(|(kind, atoms)| {
            let number = match kind {
                Kind::AtMost | Kind::AtLeast => side(atoms.len()).prop_map(Wanted::Equal).boxed(),
                _ => wanted(atoms.len()).boxed(),
            };
            (Just(kind), Just(atoms), number)
        })
        .prop_map(|(kind, atoms, number)| Literals(kind, atoms, number).into());
    let views = || prop_oneof![2 => plain_terms(), 1 => terms()];
    let counts = views()
        .prop_flat_map(|terms| (Just(terms.clone()), side(terms.len()), wanted(terms.len() + 1)))
        .prop_map(|(terms, value, number)| Count(terms, value, number).into());
    let set =
        prop::collection::btree_set(-3..=6i32, 0..=4).prop_map(|set| set.into_iter().collect::<Vec<_>>());
    let amongs = (views(), set)
        .prop_flat_map(|(terms, set)| (Just(terms.clone()), Just(set), wanted(terms.len())))
        .prop_map(|(terms, set, number)| Among(terms, set, number).into());
    prop_oneof![2 => literals, 2 => counts, 1 => amongs].boxed()
}
