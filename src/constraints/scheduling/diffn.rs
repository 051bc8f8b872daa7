//! `diffn(x, y, dx, dy)`, `diffn_nonstrict(x, y, dx, dy)`: no two rectangles overlap.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | no size is negative, and for each pair of rectangles one is beside the other one, or below it; they may touch. One of size 0 is a line or a point, which may not lie inside another rectangle; where the constraint is not strict, it does not matter |
//! | Consistency | pairwise, on the bounds of origins and sizes, see `rectangles.rs`. Bounds consistency is NP-hard |
//! | Cost | O(n²) a run |
//! | Same variable | each rectangle by itself; one that shares variables with others, or has one for both an origin and a size, is left alone while these are wide, see `unary.rs` |
//! | Statement | for each pair of rectangles, one of four orders, or one does not matter |
//! | Source | Beldiceanu & Carlsson, *Sweep as a Generic Pruning Technique Applied to the Non-overlapping Rectangles Constraint*, CP 2001; the meaning is that of MiniZinc |

use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::holds_always;
use crate::constraints::scheduling::apart::{orders, post_loads};
use crate::constraints::scheduling::disjunctive::{
    Disjunctive, engine_task, mapped, shown, validate_numbers, views,
};
use crate::constraints::scheduling::pairs::{Planned, come_near, ends, groups, not_negative};
use crate::constraints::scheduling::rectangles::Rectangles;
use crate::constraints::{Comparator, Constraint, Linear, Operand, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`diffn`] and [`diffn_nonstrict`]: rectangles that do not overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diffn {
    /// The origin of each rectangle, in each of the two dimensions.
    pub origins: [Box<[Operand]>; 2],
    /// The size of each rectangle, which is not negative, in each of the two dimensions.
    pub sizes: [Box<[Operand]>; 2],
    /// Whether a rectangle of size 0 in some dimension may not lie inside another one.
    pub is_strict: bool,
}

/// No two rectangles overlap: rectangle i lies from `x[i]` to `x[i] + dx[i]`, and from `y[i]` to `y[i] + dy[i]`. Origins and sizes are
/// views or numbers. No size is negative, by the meaning of the constraint; a rectangle with a size of 0 may not lie inside another one.
///
/// ```
/// use residua::constraints::{diffn, eq, le};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// // A square of 2 and two of 1 in a rectangle of 3 by 2.
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.int_vars(name, 3, 0..=2));
/// model.post(diffn(&x, &y, [2, 1, 1], [2, 1, 1]))?;
/// model.post(eq(x[0], 0))?;
/// model.post(eq(y[0], 0))?;
/// for small in [1, 2] {
///     model.post(le(y[small], 1))?;
/// }
/// let found: Vec<[i32; 4]> = model.solutions().map(|at| [at[x[1]], at[y[1]], at[x[2]], at[y[2]]]).collect();
/// assert_eq!(found, [[2, 0, 2, 1], [2, 1, 2, 0]]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Lengths that differ, and numbers for sizes that are negative, are refused when it is posted.
pub fn diffn<X: Into<Operand>, Y: Into<Operand>, W: Into<Operand>, H: Into<Operand>>(
    x: impl IntoIterator<Item = X>,
    y: impl IntoIterator<Item = Y>,
    dx: impl IntoIterator<Item = W>,
    dy: impl IntoIterator<Item = H>,
) -> Diffn {
    Diffn {
        origins: [x.into_iter().map(Into::into).collect(), y.into_iter().map(Into::into).collect()],
        sizes: [dx.into_iter().map(Into::into).collect(), dy.into_iter().map(Into::into).collect()],
        is_strict: true,
    }
}

/// No two rectangles overlap, as for [`diffn`], but a rectangle with a size of 0 may be anywhere.
///
/// ```
/// use residua::constraints::{Operand, diffn, diffn_nonstrict};
/// use residua::model::Model;
///
/// // A square of 2, and a point.
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=2));
/// model.post(diffn_nonstrict([Operand::from(0), x.into()], [Operand::from(0), y.into()], [2, 0], [2, 0]))?;
/// assert_eq!(model.solutions().count(), 9);
/// model.post(diffn([Operand::from(0), x.into()], [Operand::from(0), y.into()], [2, 0], [2, 0]))?;
/// assert_eq!(model.solutions().count(), 8);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn diffn_nonstrict<X: Into<Operand>, Y: Into<Operand>, W: Into<Operand>, H: Into<Operand>>(
    x: impl IntoIterator<Item = X>,
    y: impl IntoIterator<Item = Y>,
    dx: impl IntoIterator<Item = W>,
    dy: impl IntoIterator<Item = H>,
) -> Diffn {
    Diffn { is_strict: false, ..diffn(x, y, dx, dy) }
}

/// A rectangle: what it is in each dimension.
type Rectangle = [Planned; 2];

impl Diffn {
    fn of(rectangles: &[Rectangle], is_strict: bool) -> Diffn {
        let each = |part: fn(&Planned) -> Operand| {
            [0, 1].map(|dimension| rectangles.iter().map(|own| part(&own[dimension])).collect())
        };
        Diffn { origins: each(|own| own.start), sizes: each(|own| own.duration), is_strict }
    }

    fn rectangles(&self) -> impl Iterator<Item = Rectangle> + Clone + '_ {
        let side = |dimension: usize| {
            let parts = self.origins[dimension].iter().zip(&self.sizes[dimension]);
            parts.map(|(&start, &duration)| Planned { start, duration, presence: None })
        };
        side(0).zip(side(1)).map(|(x, y)| [x, y])
    }

    /// Whether two rectangles matter for each other, whatever happens.
    fn matter(&self, a: &Rectangle, b: &Rectangle, domains: &dyn Domains<IntVar>) -> bool {
        let least = |side: &Planned| ends(side.duration, domains)[0];
        a.iter().chain(b).all(|side| if self.is_strict { least(side) >= 0 } else { least(side) > 0 })
    }

    /// Whether two rectangles overlap in that dimension, whatever happens.
    fn overlap(dimension: usize, a: &Rectangle, b: &Rectangle, domains: &dyn Domains<IntVar>) -> bool {
        let [a, b] = [a, b].map(|own| own[dimension]);
        !a.can_precede(&b, domains) && !b.can_precede(&a, domains)
    }

    fn clash(&self, a: &Rectangle, b: &Rectangle, domains: &dyn Domains<IntVar>) -> bool {
        self.matter(a, b, domains) && (0..2).all(|dimension| Self::overlap(dimension, a, b, domains))
    }

    fn may_meet(&self, a: &Rectangle, b: &Rectangle, domains: &dyn Domains<IntVar>) -> bool {
        let longest = |side: &Planned| ends(side.duration, domains)[1];
        let is_near = |dimension: usize| {
            let [a, b] = [a, b].map(|own| own[dimension]);
            come_near(a.start, b.start, [longest(&b), longest(&a)], domains)
        };
        (self.is_strict || a.iter().chain(b).all(|side| longest(side) > 0)) && is_near(0) && is_near(1)
    }

    /// The constraint for some rectangles that may meet: for two that overlap in one dimension, two tasks in the other.
    fn group(&self, rectangles: &[Rectangle], domains: &dyn Domains<IntVar>) -> Arc<dyn Constraint> {
        if let [a, b] = rectangles {
            let overlapping = (0..2).find(|&dimension| Self::overlap(dimension, a, b, domains));
            if let (Some(dimension), true) = (overlapping, self.matter(a, b, domains)) {
                let tasks = [a, b].map(|own| own[1 - dimension]);
                return Disjunctive::of(&tasks, self.is_strict).into_shared();
            }
        }
        Diffn::of(rectangles, self.is_strict).into_shared()
    }
}

impl Constraint for Diffn {
    fn name(&self) -> &'static str {
        if self.is_strict { "diffn" } else { "diffn_nonstrict" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.origins.iter().chain(&self.sizes).flat_map(|side| views(side)).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let at = |operand: Operand| operand.value(value);
        if self.rectangles().flatten().any(|side| at(side.duration) < 0) {
            return false;
        }
        let matters = |own: &Rectangle| self.is_strict || own.iter().all(|side| at(side.duration) > 0);
        let rectangles: Vec<Rectangle> = self.rectangles().filter(matters).collect();
        let is_beside = |a: &Planned, b: &Planned| at(a.start) + at(a.duration) <= at(b.start);
        let apart =
            |a: &Rectangle, b: &Rectangle| a.iter().zip(b).any(|(a, b)| is_beside(a, b) || is_beside(b, a));
        rectangles.iter().enumerate().all(|(at, a)| rectangles[..at].iter().all(|b| apart(a, b)))
    }

    fn validate(&self) -> Result<(), String> {
        let counts = [0, 1].map(|dimension| [self.origins[dimension].len(), self.sizes[dimension].len()]);
        let [[x, dx], [y, dy]] = counts;
        if [y, dx, dy] != [x; 3] {
            return Err(format!("there are {x} and {y} origins, and {dx} and {dy} sizes"));
        }
        self.origins.iter().try_for_each(|side| validate_numbers(side, false, "origin"))?;
        self.sizes.iter().try_for_each(|side| validate_numbers(side, true, "size"))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        for size in self.sizes.iter().flat_map(|side| views(side)) {
            to.restrict(to.view(size), &Domain::from(0..=i32::MAX))?;
        }
        if to.keeps_nogoods() && to.guard().is_none() {
            let own: Vec<Rectangle> = self.rectangles().collect();
            if let Some(orders) = orders(&own, self.is_strict, to) {
                orders.iter().try_for_each(|order| order.post(to))?;
                return post_loads(&own, to);
            }
        }
        let rectangles: Vec<_> = self.rectangles().map(|own| own.map(|side| engine_task(side, to))).collect();
        if rectangles.len() > 1 {
            to.add(Rectangles::new(rectangles, self.is_strict));
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        let mut left: Vec<Rectangle> = Vec::new();
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        for [x, y] in self.rectangles() {
            if [x, y].iter().any(|side| ends(side.duration, domains)[1] < 0) {
                return Simplified::Violated;
            }
            // Without a literal each is there.
            if let (Some(x), Some(y)) = (x.known(domains), y.known(domains)) {
                left.push([x, y]);
            }
        }
        let mut pairs = Vec::new();
        for (at, a) in left.iter().enumerate() {
            for (other, b) in left[..at].iter().enumerate() {
                if self.clash(a, b, domains) {
                    return Simplified::Violated;
                }
                if self.may_meet(a, b, domains) {
                    pairs.push([other, at]);
                }
            }
        }
        for group in groups(left.len(), &pairs) {
            let own: Vec<Rectangle> = group.iter().map(|&at| left[at]).collect();
            match own[..] {
                [sides] => parts.extend(sides.iter().filter_map(|side| not_negative(side.duration, domains))),
                _ => parts.push(self.group(&own, domains)),
            }
        }
        match &parts[..] {
            [] => Simplified::Entailed,
            [only] if only.same(self) => Simplified::Unchanged,
            _ => Simplified::Into(parts),
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let mut may_fail = false;
        for (at, a) in self.rectangles().enumerate() {
            for side in &a {
                let [least, most] = ends(side.duration, domains);
                if most < 0 {
                    return Some(false);
                }
                may_fail |= least < 0;
            }
            for b in self.rectangles().take(at) {
                if self.clash(&a, &b, domains) {
                    return Some(false);
                }
                may_fail = may_fail || self.may_meet(&a, &b, domains);
            }
        }
        (!may_fail).then_some(true)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let side = |side: &[Operand]| side.iter().map(|&operand| mapped(operand, to)).collect();
        Arc::new(Diffn {
            origins: [side(&self.origins[0]), side(&self.origins[1])],
            sizes: [side(&self.sizes[0]), side(&self.sizes[1])],
            is_strict: self.is_strict,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        for (at, [x, y]) in self.rectangles().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            write!(f, "({}, {}): ", shown(x.start, name), shown(y.start, name))?;
            write!(f, "{} × {}", shown(x.duration, name), shown(y.duration, name))?;
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        let rectangles: Vec<Rectangle> = self.rectangles().collect();
        let sizes = self.sizes.iter().flat_map(|side| views(side));
        let not_negative = |view| Linear::new([view], Comparator::Ge, 0).map(Statement::Linear);
        let mut parts: Vec<Statement> = sizes.map(not_negative).collect::<Option<_>>()?;
        for (at, a) in rectangles.iter().enumerate() {
            for b in &rectangles[..at] {
                let mut ways = Vec::new();
                for (a, b) in a.iter().zip(b) {
                    ways.extend([a.ends_before(b)?, b.ends_before(a)?]);
                }
                for side in a.iter().chain(b).filter(|_| !self.is_strict) {
                    ways.extend(side.takes_no_time());
                }
                parts.push(Statement::Any(ways));
            }
        }
        Some(Statement::All(parts))
    }
}
