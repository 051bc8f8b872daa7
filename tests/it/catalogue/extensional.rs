//! Lists: the value at a position, tuples of values, words.

use proptest::prelude::*;
use residua::constraints::{
    Automaton, Constraint, Operand, element, element_2d, element_var, mdd, negative_table, pair_table,
    regular, short_table, table,
};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term};
use crate::kinds::Kind;

/// The value of a list at the position of the first term is that of the second.
#[derive(Clone, Debug)]
pub(crate) struct Element(pub(crate) [Term; 2], pub(crate) Vec<i32>);

impl Definition for Element {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Element)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.to_vec()
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.1.iter().zip(0..).any(|(&constant, k)| values == [k, i64::from(constant)])
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(element(views[0], self.1.clone(), views[1]))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

/// The first term is the position; then come the entries and `y`: a term, or a number.
#[derive(Clone, Debug)]
pub(crate) struct ElementVar(pub(crate) Term, pub(crate) Vec<Result<Term, i32>>);

impl ElementVar {
    /// The values of the entries and `y`, the terms from a list of all values.
    fn rest(&self, values: &[i64]) -> Vec<i64> {
        let mut values = values[1..].iter();
        let value = |entry: &Result<Term, i32>| match entry {
            Ok(_) => *values.next().expect("a value for each term"),
            Err(constant) => i64::from(*constant),
        };
        self.1.iter().map(value).collect()
    }
}

impl Definition for ElementVar {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::ElementVar)
    }

    fn terms(&self) -> Vec<Term> {
        std::iter::once(self.0).chain(self.1.iter().copied().filter_map(Result::ok)).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let rest = self.rest(values);
        let (y, entries) = rest.split_last().expect("there is a y");
        (0..).zip(entries).any(|(k, entry)| values[0] == k && entry == y)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut views = views.iter();
        let index = *views.next().expect("an index");
        let mut rest: Vec<Operand> = Vec::new();
        for entry in &self.1 {
            rest.push(match entry {
                Ok(_) => (*views.next().expect("a view for each term")).into(),
                Err(constant) => (*constant).into(),
            });
        }
        let y = rest.pop().expect("there is a y");
        Arc::new(element_var(index, rest, y))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }
}

/// Tuples with a form of constraint; a cell that is `None` fits any value.
#[derive(Clone, Debug)]
pub(crate) struct Table(pub(crate) Kind, pub(crate) Vec<Term>, pub(crate) Vec<Vec<Option<i32>>>);

impl Table {
    fn tuples(&self) -> Vec<Vec<i32>> {
        self.2.iter().map(|row| row.iter().map(|cell| cell.unwrap_or(0)).collect()).collect()
    }
}

impl Definition for Table {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.1.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let fits = |(cell, &value): (&Option<i32>, &i64)| cell.is_none_or(|cell| i64::from(cell) == value);
        let is_listed = self.2.iter().any(|row| row.iter().zip(values).all(fits));
        is_listed == (self.0 != Kind::NegativeTable)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let tuples = self.tuples();
        Arc::new(match self.0 {
            Kind::ShortTable => short_table(views.to_vec(), &self.2),
            Kind::NegativeTable => negative_table(views.to_vec(), tuples),
            Kind::PairTable => {
                pair_table((views[0], -9..=9), (views[1], -9..=9), |a, b| tuples.contains(&vec![a, b]))
            }
            _ => table(views.to_vec(), tuples),
        })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

/// Tables over a few terms, of a few values: sometimes enough tuples that all is allowed, or forbidden.
fn tables() -> impl Strategy<Value = Row> {
    let kind =
        prop::sample::select(vec![Kind::Table, Kind::ShortTable, Kind::NegativeTable, Kind::PairTable]);
    let cell = (prop_oneof![12 => -2..=4i32, 1 => Just(500), 1 => Just(100_000)], prop::bool::weighted(0.25));
    let terms = prop_oneof![
        1 => prop::collection::vec(term(), 0..=4),
        2 => (0..=4usize).prop_map(Term::plain),
    ];
    let tuples = prop::collection::vec(prop::collection::vec(cell, 4), 0..=30);
    (kind, terms, tuples, prop::bool::weighted(0.2)).prop_map(|(kind, mut terms, tuples, is_narrow)| {
        let narrow = |v: i32| if is_narrow { v.rem_euclid(2) } else { v };
        if kind == Kind::PairTable {
            terms.extend(Term::plain(2));
            terms.truncate(2);
        }
        let cell = |&(value, is_free): &(i32, bool)| {
            let is_far = kind == Kind::PairTable && value > 9;
            let value = if is_far { 3 } else { narrow(value) };
            (!(is_free && kind == Kind::ShortTable)).then_some(value)
        };
        let row = |tuple: &Vec<(i32, bool)>| tuple[..terms.len()].iter().map(cell).collect();
        let rows = tuples.iter().map(row).collect();
        Row::from(Table(kind, terms, rows))
    })
}

/// The value of a matrix at two positions.
#[derive(Clone, Debug)]
struct Element2d([Term; 3], Vec<Vec<i32>>);

impl Definition for Element2d {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Element2d)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.to_vec()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let cells =
            (0..).zip(&self.1).flat_map(|(i, row)| (0..).zip(row).map(move |(j, &c)| [i, j, c.into()]));
        cells.into_iter().any(|cell: [i64; 3]| values == cell)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(element_2d(views[0], views[1], &self.1, views[2]))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Domain
    }
}

fn matrices() -> impl Strategy<Value = Row> {
    let cell = prop_oneof![8 => -3..=4i32, 1 => Just(500)];
    let matrix = prop::collection::vec(prop::collection::vec(cell, 4), 0..=4);
    let y = prop_oneof![1 => term(), 1 => Just(Term { var: 2, scale: 1, offset: 0 })];
    (position(), position(), y, matrix, 0..=4usize).prop_map(|(row, column, y, mut matrix, width)| {
        for row in &mut matrix {
            row.truncate(width);
        }
        Row::from(Element2d([row, column, y], matrix))
    })
}

/// Transitions, and the states in which words end; it begins in the first.
#[derive(Clone, Debug)]
pub(crate) struct Regular(pub(crate) Vec<Term>, pub(crate) Vec<(usize, i32, usize)>, pub(crate) Vec<usize>);

impl Regular {
    /// Whether an end is in reach from the state by the values.
    fn reads(&self, state: usize, values: &[i64]) -> bool {
        match values {
            [] => self.2.contains(&state),
            [first, rest @ ..] => self.1.iter().any(|&(from, value, to)| {
                from == state && i64::from(value) == *first && self.reads(to, rest)
            }),
        }
    }
}

impl Definition for Regular {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Regular)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        self.reads(0, values)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(regular(views.to_vec(), Automaton::new(4, 0, self.1.clone(), self.2.clone())))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }
}

/// Edges by layer; 0 is the root, and all ends are ends.
#[derive(Clone, Debug)]
pub(crate) struct Mdd(Vec<Term>, Vec<Vec<(usize, i32, usize)>>);

impl Definition for Mdd {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Mdd)
    }

    fn terms(&self) -> Vec<Term> {
        self.0.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut nodes = vec![0];
        for (edges, &value) in self.1.iter().zip(values) {
            let taken =
                edges.iter().filter(|(from, own, _)| nodes.contains(from) && i64::from(*own) == value);
            nodes = taken.map(|&(.., to)| to).collect();
        }
        !nodes.is_empty()
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        Arc::new(mdd(views.to_vec(), self.1.clone()))
    }

    fn promise(&self, _: Consistency, repeats: bool) -> Promise {
        if repeats { Promise::Checking } else { Promise::Domain }
    }
}

/// Diagrams of few nodes, some of them not in reach of the root.
fn diagrams() -> impl Strategy<Value = Row> {
    let value = prop_oneof![12 => -2..=4i32, 1 => Just(500)];
    let edges = prop::collection::vec((0..3usize, value, 0..3usize), 0..=16);
    let terms =
        prop_oneof![1 => prop::collection::vec(term(), 0..=4), 3 => (1..=4usize).prop_map(Term::plain)];
    (terms, prop::collection::vec(edges, 4)).prop_map(|(terms, mut layers)| {
        layers.truncate(terms.len());
        Row::from(Mdd(terms, layers))
    })
}

/// Automata of four states at most; with many transitions some accept all.
fn automata() -> impl Strategy<Value = Row> {
    let value = prop_oneof![12 => -2..=4i32, 1 => Just(500)];
    let states = prop::sample::select(vec![1, 2, 3, 4usize]);
    let terms = prop_oneof![
        1 => prop::collection::vec(term(), 0..=4),
        3 => (1..=5usize).prop_map(Term::plain),
    ];
    let transitions = prop::collection::vec((0..4usize, value, 0..4usize), 0..=24);
    (terms, states, transitions, prop::collection::vec(0..4usize, 0..=3)).prop_map(
        |(terms, states, mut transitions, ends)| {
            for arc in &mut transitions {
                *arc = (arc.0 % states, arc.1, arc.2 % states);
            }
            Row::from(Regular(terms, transitions, ends.iter().map(|end| end % states).collect()))
        },
    )
}

fn constants() -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(prop_oneof![8 => -3..=5i32, 1 => Just(500), 1 => Just(100_000)], 0..=6)
}

/// A position: often one that is in range.
fn position() -> impl Strategy<Value = Term> {
    prop_oneof![3 => (0..6usize).prop_map(|var| Term { var, scale: 1, offset: 0 }), 2 => term()]
}

fn entry() -> impl Strategy<Value = Result<Term, i32>> {
    prop_oneof![5 => term().prop_map(Ok), 1 => (-3..=4i32).prop_map(Err)]
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let elements = (position(), term(), constants())
        .prop_map(|(index, y, constants)| Row::from(Element([index, y], constants)));
    let entries = prop::collection::vec(entry(), 1..=5);
    let variables = (position(), entries).prop_map(|(index, rest)| Row::from(ElementVar(index, rest)));
    // All of different variables.
    let apart =
        prop::collection::vec((-1..=2i32).prop_map(|offset| offset.min(0)), 2..=4).prop_map(|offsets| {
            let term = |(var, offset)| Ok(Term { var, scale: 1, offset });
            Row::from(ElementVar(
                Term { var: 0, scale: 1, offset: 0 },
                (1..).zip(offsets).map(term).collect(),
            ))
        });
    prop_oneof![2 => elements, 2 => variables, 3 => apart, 6 => tables(), 1 => matrices(), 4 => automata(), 1 => diagrams()]
        .boxed()
}
