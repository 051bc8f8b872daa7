//! Functions of one or two terms.

use proptest::prelude::*;
use residua::constraints::{Constraint, abs, distance, div, div_floor, mod_floor, modulo, pow, times};
use residua::engine::Consistency;
use residua::model::IntView;
use std::sync::Arc;

use crate::catalogue::{Definition, Promise, Row, Term, term};
use crate::kinds::Kind;

/// The last term is the value of the function of the others.
#[derive(Clone, Debug)]
pub(crate) struct Calculation(pub(crate) Kind, pub(crate) Vec<Term>);

/// The value, by one step after another; none where it is undefined, and any beyond 32 bits where it is as far away.
fn value(kind: Kind, x: i64, y: i64) -> Option<i64> {
    let sign = if (x < 0) == (y < 0) { 1 } else { -1 };
    // How often the divisor goes into the dividend, of positive numbers.
    let quotient = (y != 0).then(|| x.unsigned_abs() / y.unsigned_abs()).map(|q| sign * q as i64);
    let floor = quotient.map(|q| if q * y != x && sign < 0 { q - 1 } else { q });
    match kind {
        Kind::Abs => Some(if x < 0 { -x } else { x }),
        Kind::Distance => Some(if x < y { y - x } else { x - y }),
        Kind::Times => Some(x * y),
        Kind::Div => quotient,
        Kind::DivFloor => floor,
        Kind::Modulo => quotient.map(|q| x - q * y),
        Kind::ModFloor => floor.map(|q| x - q * y),
        _ if y < 0 => (x == 1 || x == -1).then_some(if y % 2 == 0 { 1 } else { x }),
        _ if x == -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
        _ if x == 0 || x == 1 => Some(if y == 0 { 1 } else { x }),
        _ => (0..y.min(50)).try_fold(1_i64, |power, _| power.checked_mul(x)).or(Some(i64::MAX)),
    }
}

impl Definition for Calculation {
    fn kind(&self) -> Option<Kind> {
        Some(self.0)
    }

    fn terms(&self) -> Vec<Term> {
        self.1.clone()
    }

    fn holds(&self, values: &[i64]) -> bool {
        value(self.0, values[0], if values.len() == 3 { values[1] } else { 0 }) == values.last().copied()
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (x, y, z) = (views[0], views[1], views[views.len() - 1]);
        Arc::new(match self.0 {
            Kind::Abs => abs(x, z),
            Kind::Distance => distance(x, y, z),
            Kind::Times => times(x, y, z),
            Kind::Div => div(x, y, z),
            Kind::DivFloor => div_floor(x, y, z),
            Kind::Modulo => modulo(x, y, z),
            Kind::ModFloor => mod_floor(x, y, z),
            _ => pow(x, y, z),
        })
    }

    fn promise(&self, consistency: Consistency, _: bool) -> Promise {
        if consistency == Consistency::Domain { Promise::Domain } else { Promise::Checking }
    }

    fn works_on_bounds(&self, consistency: Consistency) -> bool {
        consistency != Consistency::Domain
    }
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let kinds = vec![
        Kind::Abs,
        Kind::Distance,
        Kind::Times,
        Kind::Div,
        Kind::DivFloor,
        Kind::Modulo,
        Kind::ModFloor,
        Kind::Pow,
    ];
    // Often of three variables, as they are.
    let of_variables = Just(Term::plain(3));
    let of_any = [term(), term(), term()].prop_map(|terms| terms.to_vec());
    let rows = (prop::sample::select(kinds), prop_oneof![of_variables, of_any]);
    rows.prop_map(|(kind, mut terms)| {
        if kind == Kind::Abs {
            let _ = terms.remove(1);
        }
        Calculation(kind, terms).into()
    })
    .boxed()
}
