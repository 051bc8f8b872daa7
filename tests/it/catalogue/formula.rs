//! Comparisons of expressions with functions in them.

use proptest::prelude::*;
use residua::constraints::{At, Constraint, Expr, how_many, if_then_else, max_of, min_of};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::comparison::sign;
use crate::catalogue::{Definition, Instance, Promise, Row, Sign, Term, term};
use crate::kinds::Kind;

/// An expression over terms.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    Number(i32),
    Term(Term),
    Plus(Box<[Tree; 2]>),
    Scaled(i32, Box<Tree>),
    Times(Box<[Tree; 2]>),
    Quotient(Box<[Tree; 2]>),
    Remainder(Box<[Tree; 2]>),
    FloorQuotient(Box<[Tree; 2]>),
    FloorRemainder(Box<[Tree; 2]>),
    Power(Box<[Tree; 2]>),
    Absolute(Box<Tree>),
    Greatest(Vec<Tree>),
    Least(Vec<Tree>),
    /// The last one is the index.
    At(Vec<Tree>),
    /// Where the first two are in the relation the third, else the fourth.
    Choice(Sign, Box<[Tree; 4]>),
    /// How many of these pairs are in the relation.
    HowMany(Sign, Vec<[Tree; 2]>),
}

impl Tree {
    fn parts(&self) -> Vec<&Tree> {
        match self {
            Tree::Number(_) | Tree::Term(_) => Vec::new(),
            Tree::Plus(two)
            | Tree::Times(two)
            | Tree::Quotient(two)
            | Tree::Remainder(two)
            | Tree::FloorQuotient(two)
            | Tree::FloorRemainder(two)
            | Tree::Power(two) => two.iter().collect(),
            Tree::Scaled(_, of) | Tree::Absolute(of) => vec![of],
            Tree::Greatest(of) | Tree::Least(of) | Tree::At(of) => of.iter().collect(),
            Tree::Choice(_, of) => of.iter().collect(),
            Tree::HowMany(_, pairs) => pairs.iter().flatten().collect(),
        }
    }

    pub(super) fn terms(&self, out: &mut Vec<Term>) {
        if let Tree::Term(term) = self {
            out.push(*term);
        }
        self.parts().into_iter().for_each(|part| part.terms(out));
    }

    /// Its value, where the terms have these, in order; `None` where it has none.
    pub(super) fn value(&self, values: &mut impl Iterator<Item = i64>) -> Option<i64> {
        if let Tree::HowMany(sign, pairs) = self {
            // Each comparison is false where one of its sides has no value.
            let mut holds = |[one, other]: &[Tree; 2]| {
                let sides = (one.value(values), other.value(values));
                matches!(sides, (Some(one), Some(other)) if sign.holds(one, other))
            };
            return Some(pairs.iter().map(|pair| i64::from(holds(pair))).sum());
        }
        if let Tree::Term(_) = self {
            return Some(values.next().expect("one for each term"));
        }
        // All are evaluated, so that each takes its own values.
        let parts: Vec<Option<i64>> = self.parts().into_iter().map(|part| part.value(values)).collect();
        if let Tree::Choice(sign, _) = self {
            let holds = matches!((parts[0], parts[1]), (Some(one), Some(other)) if sign.holds(one, other));
            return if holds { parts[2] } else { parts[3] };
        }
        let parts: Vec<i64> = parts.into_iter().collect::<Option<_>>()?;
        let floor = |x: i64, y: i64| x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0);
        match self {
            Tree::Number(number) => Some((*number).into()),
            Tree::Plus(_) => Some(parts[0].saturating_add(parts[1])),
            Tree::Scaled(factor, _) => Some(parts[0].saturating_mul((*factor).into())),
            Tree::Times(_) => Some(parts[0].saturating_mul(parts[1])),
            Tree::Quotient(_) => (parts[1] != 0).then(|| parts[0] / parts[1]),
            Tree::Remainder(_) => (parts[1] != 0).then(|| parts[0] % parts[1]),
            Tree::FloorQuotient(_) => (parts[1] != 0).then(|| floor(parts[0], parts[1])),
            Tree::FloorRemainder(_) => {
                (parts[1] != 0).then(|| parts[0] - parts[1] * floor(parts[0], parts[1]))
            }
            Tree::Power(_) => match (parts[0], parts[1]) {
                (1, _) => Some(1),
                (-1, n) => Some(if n % 2 == 0 { 1 } else { -1 }),
                (x, n) => u32::try_from(n).ok().map(|n| x.saturating_pow(n)),
            },
            Tree::Absolute(_) => Some(parts[0].abs()),
            Tree::Greatest(_) => parts.into_iter().max(),
            Tree::Least(_) => parts.into_iter().min(),
            Tree::At(_) => {
                let (index, entries) = parts.split_last()?;
                entries.get(usize::try_from(*index).ok()?).copied()
            }
            Tree::Term(_) | Tree::Choice(..) | Tree::HowMany(..) => unreachable!("see above"),
        }
    }

    pub(super) fn expression(&self, views: &mut impl Iterator<Item = IntView>) -> Expr {
        if let Tree::Term(_) = self {
            return Expr::from(views.next().expect("one for each term"));
        }
        let mut parts: Vec<Expr> = self.parts().into_iter().map(|part| part.expression(views)).collect();
        let mut next = || parts.remove(0);
        match self {
            Tree::Number(number) => Expr::from(*number),
            Tree::Plus(_) => next() + next(),
            Tree::Scaled(factor, _) => next() * *factor,
            Tree::Times(_) => next() * next(),
            Tree::Quotient(_) => next() / next(),
            Tree::Remainder(_) => next() % next(),
            Tree::FloorQuotient(_) => next().div_floor(next()),
            Tree::FloorRemainder(_) => next().mod_floor(next()),
            Tree::Power(_) => next().pow(next()),
            Tree::Absolute(_) => next().abs(),
            Tree::Greatest(_) => max_of(parts),
            Tree::Least(_) => min_of(parts),
            Tree::At(_) => {
                let index = parts.pop().expect("there is one");
                parts.at(index)
            }
            Tree::Choice(sign, _) => if_then_else(sign.compare(next(), next()), next(), next()),
            Tree::HowMany(sign, pairs) => how_many(pairs.iter().map(|_| sign.compare(next(), next()))),
            Tree::Term(_) => unreachable!("see above"),
        }
    }
}

#[derive(Clone, Debug)]
struct Formula(Tree, Sign, Tree);

impl Definition for Formula {
    fn kind(&self) -> Option<Kind> {
        Some(self.1.kind())
    }

    fn terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        self.0.terms(&mut terms);
        self.2.terms(&mut terms);
        terms
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut values = values.iter().copied();
        let sides = (self.0.value(&mut values), self.2.value(&mut values));
        matches!(sides, (Some(left), Some(right)) if self.1.holds(left, right))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut views = views.iter().copied();
        let left = self.0.expression(&mut views);
        self.1.compare(left, self.2.expression(&mut views))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }

    fn is_stated(&self) -> bool {
        false
    }
}

/// Its value between -9 and 9: products and powers of it fit into 32 bits.
fn small(of: Tree) -> Tree {
    Tree::Least(vec![Tree::Greatest(vec![of, Tree::Number(-9)]), Tree::Number(9)])
}

/// With these numbers, and `kept` of what is multiplied.
fn tree(numbers: BoxedStrategy<i32>, kept: fn(Tree) -> Tree) -> BoxedStrategy<Tree> {
    let leaf = prop_oneof![3 => term().prop_map(Tree::Term), 1 => numbers.clone().prop_map(Tree::Number)];
    let recursive = leaf.prop_recursive(2, 6, 3, move |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(one, other)| Box::new([one, other]));
        let exponent = (inner.clone(), prop_oneof![Just(0), Just(2), Just(3), Just(-1)])
            .prop_map(move |(of, n)| Tree::Power(Box::new([kept(of), Tree::Number(n)])));
        let several = prop::collection::vec(inner.clone(), 1..=3);
        // There is no greatest, and no least, of none.
        let any_number = prop::collection::vec(inner.clone(), 0..=3);
        let pairs = prop::collection::vec((inner.clone(), inner.clone()), 0..=2);
        let four = (two.clone(), two.clone()).prop_map(|(one, other)| {
            let [a, b] = *one;
            let [c, d] = *other;
            Box::new([a, b, c, d])
        });
        prop_oneof![
            2 => two.clone().prop_map(Tree::Plus),
            1 => (numbers.clone(), inner.clone()).prop_map(|(factor, of)| Tree::Scaled(factor, Box::new(of))),
            2 => two.clone().prop_map(move |two| Tree::Times(Box::new(two.map(kept)))),
            1 => two.clone().prop_map(Tree::Quotient),
            1 => two.clone().prop_map(Tree::Remainder),
            1 => two.clone().prop_map(Tree::FloorQuotient),
            1 => two.prop_map(Tree::FloorRemainder),
            1 => exponent,
            1 => inner.prop_map(|of| Tree::Absolute(Box::new(of))),
            1 => any_number.clone().prop_map(Tree::Greatest),
            1 => any_number.prop_map(Tree::Least),
            2 => several.prop_map(Tree::At),
            1 => (sign(), four).prop_map(|(sign, of)| Tree::Choice(sign, of)),
            1 => (sign(), pairs).prop_map(|(sign, pairs)| {
                Tree::HowMany(sign, pairs.into_iter().map(|(one, other)| [one, other]).collect())
            }),
        ]
    });
    recursive.boxed()
}

fn formula(numbers: BoxedStrategy<i32>, kept: fn(Tree) -> Tree) -> impl Strategy<Value = Row> {
    (tree(numbers.clone(), kept), sign(), tree(numbers, kept))
        .prop_map(|(left, sign, right)| Formula(left, sign, right))
        .prop_filter("few terms", |formula| formula.terms().len() <= 4)
        .prop_map(Row::from)
}

/// A tree whose values are small.
pub(super) fn small_tree() -> BoxedStrategy<Tree> {
    tree((-2..=3i32).boxed(), small).prop_map(small).boxed()
}

/// Formulas with up to four terms: more assignments make no new cases.
pub(super) fn rows() -> BoxedStrategy<Row> {
    formula((-2..=3i32).boxed(), small).boxed()
}

/// Formulas of which some leave 32 bits: with far numbers, over domains of few values that may be far too.
pub(crate) fn far_formulas() -> impl Strategy<Value = Instance> {
    let number = prop_oneof![
        4 => -2..=3i32,
        1 => prop::sample::select(vec![1 << 10, -(1 << 16), 1 << 20, 1 << 30, i32::MAX - 1, -i32::MAX + 1]),
    ];
    let domain = prop::collection::btree_set(number.clone(), 1..=3).prop_map(Vec::from_iter);
    let domains = prop::collection::vec(domain, 3);
    (domains, formula(number.boxed(), |of| of))
        .prop_map(|(domains, row)| Instance { domains, rows: vec![row] })
}
