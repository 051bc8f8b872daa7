//! Decomposition of `diffn` for a search that learns: a clause of four orders for each pair of rectangles, and `cumulative` in each
//! dimension.
//!
//! What is learned can then be about the order of two rectangles in one dimension, an atom, in place of their places. And what
//! lies across a line is a load that must not be more than there is room for: in each dimension the rectangles are tasks, and what
//! they take of the other dimension is their demand.
//!
//! | Source | `fzn_diffn` of Chuffed and of the MiniZinc library, <https://github.com/MiniZinc/libminizinc> |
//! |---|---|

use std::sync::Arc;

use crate::constraints::scheduling::cumulative::cumulative;
use crate::constraints::scheduling::pairs::{Planned, ends};
use crate::constraints::{AnyOf, Comparator, Comparison, Constraint, LinearSum, Operand};
use crate::engine::{Consistency, Poster};
use crate::store::Domains;
use crate::store::Failure;
use crate::store::handle::{IntVar, IntView};

/// A rectangle: what it is in each dimension.
type Rectangle = [Planned; 2];

/// More rectangles than this would have too many orders.
const MOST: usize = 64;

/// The clauses, one for each pair of rectangles that can meet; `None` if there are too many, or numbers that are too large.
pub(super) fn orders(
    rectangles: &[Rectangle],
    is_strict: bool,
    domains: &dyn Domains<IntVar>,
) -> Option<Vec<Arc<dyn Constraint>>> {
    if rectangles.len() > MOST {
        return None;
    }
    let mut clauses: Vec<Arc<dyn Constraint>> = Vec::new();
    for (at, a) in rectangles.iter().enumerate() {
        for b in &rectangles[..at] {
            let mut ways = Vec::new();
            for dimension in 0..2 {
                ways.push(precedes(&a[dimension], &b[dimension], domains)?);
                ways.push(precedes(&b[dimension], &a[dimension], domains)?);
            }
            if !is_strict {
                let sizes = a.iter().chain(b).map(|side| side.duration);
                let nothing = |size: Operand| at_most(&[(1, size)], domains);
                ways.extend(sizes.map(nothing).collect::<Option<Vec<_>>>()?);
            }
            if ways.iter().any(|way| way.truth(domains) == Some(true)) {
                continue;
            }
            ways.retain(|way| way.truth(domains) != Some(false));
            clauses.push(Arc::new(AnyOf { parts: ways.into(), constructive: None }));
        }
    }
    Some(clauses)
}

/// That one ends before the other one begins, or where that does.
fn precedes(one: &Planned, other: &Planned, domains: &dyn Domains<IntVar>) -> Option<Arc<dyn Constraint>> {
    at_most(&[(1, one.start), (1, one.duration), (-1, other.start)], domains)
}

/// That a sum is at most 0; `None` if a view does not fit.
fn at_most(terms: &[(i32, Operand)], domains: &dyn Domains<IntVar>) -> Option<Arc<dyn Constraint>> {
    let (mut views, mut total): (Vec<IntView>, i64) = (Vec::new(), 0);
    for &(sign, operand) in terms {
        match operand {
            // The engine knows the constants of the constraint only, and not their negations.
            Operand::View(view) if view.scale() == 0 => total -= i64::from(sign) * i64::from(view.offset()),
            Operand::View(view) => views.push(view * sign),
            Operand::Constant(number) => total -= i64::from(sign) * number,
        }
    }
    if views.iter().any(|view| view.is_overflown() || !view.fits(domains)) {
        return None;
    }
    Some(match views[..] {
        [left] => {
            Comparison { left, comparator: Comparator::Le, right: Operand::Constant(total) }.into_shared()
        }
        _ => LinearSum { terms: views, comparator: Comparator::Le, total, consistency: Consistency::Bounds }
            .into_shared(),
    })
}

/// Posts in each dimension that the room across is enough, where all but the origins is fixed.
pub(super) fn post_loads(rectangles: &[Rectangle], to: &mut Poster<'_>) -> Result<(), Failure> {
    for dimension in 0..2 {
        let side = |own: &Rectangle, dimension: usize| {
            let side = own[dimension];
            match (side.start, side.duration) {
                (Operand::View(start), Operand::Constant(size)) => Some((start, size)),
                _ => None,
            }
        };
        let along: Option<Vec<(IntView, i64)>> = rectangles.iter().map(|own| side(own, dimension)).collect();
        let across: Option<Vec<(IntView, i64)>> =
            rectangles.iter().map(|own| side(own, 1 - dimension)).collect();
        let (Some(along), Some(across)) = (along, across) else { continue };
        let first = across.iter().map(|&(start, _)| ends(Operand::View(start), to)[0]).min();
        let last = across.iter().map(|&(start, size)| ends(Operand::View(start), to)[1] + size).max();
        let (Some(first), Some(last)) = (first, last) else { continue };
        let starts = along.iter().map(|&(start, _)| start);
        let durations: Vec<i64> = along.iter().map(|&(_, size)| size).collect();
        let demands: Vec<i64> = across.iter().map(|&(_, size)| size).collect();
        cumulative(starts, durations, demands, last - first).post(to)?;
    }
    Ok(())
}
