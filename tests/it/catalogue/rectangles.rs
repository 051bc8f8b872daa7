//! Rectangles of which no two overlap.

use proptest::prelude::*;
use residua::constraints::{Constraint, Operand, diffn, diffn_nonstrict};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::counting::Side;
use crate::catalogue::{Definition, Instance, Promise, Row, Term, term};
use crate::kinds::Kind;

/// By rectangle: where it begins, left and below, and how wide and how high it is.
#[derive(Clone, Debug)]
pub(crate) struct Rectangles(pub(crate) Kind, pub(crate) Vec<[Side; 4]>);

impl Rectangles {
    /// All sides in the order of the scope.
    fn sides(&self) -> impl Iterator<Item = Side> + '_ {
        (0..4).flat_map(|part| self.1.iter().map(move |own| own[part]))
    }
}

impl Definition for Rectangles {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.sides().filter_map(Side::term).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut next = values.iter().copied();
        let values: Vec<i64> = self.sides().map(|side| side.value(&mut next)).collect();
        let count = self.1.len();
        let size = |at: usize, dimension: usize| values[(2 + dimension) * count + at];
        // Where one begins between the ends of the other one, they have a stretch in common, or one is a point inside.
        let overlap = |a: usize, b: usize, dimension: usize| {
            let [begin, other] = [a, b].map(|at| values[dimension * count + at]);
            let [end, its] = [begin + size(a, dimension), other + size(b, dimension)];
            begin < its && other < end
        };
        let is_flat = |at: usize| size(at, 0) == 0 || size(at, 1) == 0;
        let meet = |a: usize, b: usize| {
            (self.0 == Kind::Diffn || !(is_flat(a) || is_flat(b))) && overlap(a, b, 0) && overlap(a, b, 1)
        };
        values[2 * count..].iter().all(|&size| size >= 0) && (0..count).all(|a| (0..a).all(|b| !meet(a, b)))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut next = views.iter().copied();
        let operands: Vec<Operand> = self.sides().map(|side| side.operand(&mut next)).collect();
        let part = |at: usize| operands[at * self.1.len()..][..self.1.len()].iter().copied();
        Arc::new(match self.0 {
            Kind::Diffn => diffn(part(0), part(1), part(2), part(3)),
            _ => diffn_nonstrict(part(0), part(1), part(2), part(3)),
        })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Diffn, Kind::DiffnNonstrict])
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let origin = || prop_oneof![3 => term().prop_map(Side::View), 1 => (-2..=5i64).prop_map(Side::Number)];
    let size = || prop_oneof![3 => (0..=3i64).prop_map(Side::Number), 1 => term().prop_map(Side::View)];
    (kind(), prop::collection::vec((origin(), origin(), size(), size()), 0..=3))
        .prop_map(|(kind, rectangles)| {
            let rectangles = rectangles.into_iter().map(|(x, y, width, height)| [x, y, width, height]);
            Rectangles(kind, rectangles.collect()).into()
        })
        .boxed()
}

/// Two rectangles of variables of their own, with so little room that they overlap in one dimension; and perhaps a third that is known.
pub(super) fn crowds() -> impl Strategy<Value = Instance> {
    let window =
        (0..=2i32, 0..=4i32).prop_map(|(start, slack)| (start..=start + slack).collect::<Vec<i32>>());
    let number = |range: std::ops::RangeInclusive<i64>| range.prop_map(Side::Number);
    let known = prop::option::of([number(0..=4), number(0..=4), number(0..=2), number(0..=2)]);
    (kind(), prop::collection::vec(window, 4..=5), [1..=3i64, 0..=3, 1..=3, 1..=3], known).prop_map(
        |(kind, domains, sizes, known)| {
            let place = |var: usize| Side::View(Term { var, scale: 1, offset: 0 });
            let mut sizes = sizes.map(Side::Number);
            if domains.len() > 4 {
                sizes[1] = place(4);
            }
            let mut rectangles =
                vec![[place(0), place(1), sizes[0], sizes[1]], [place(2), place(3), sizes[2], sizes[3]]];
            rectangles.extend(known);
            Instance { domains, rows: vec![Rectangles(kind, rectangles).into()] }
        },
    )
}
