//! `element(constants, i, y)`: `constants[i] = y`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the index is a position of the list, from 0, and `y` is the constant there |
//! | Consistency | domain |
//! | Cost | see `lookup.rs`; where both are views of one variable it is a fact, stated once |
//! | Same variable | the values of the variable at which the list has the value of `y` |

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::constraints::extensional::lookup::Lookup;
use crate::constraints::extensional::write_list;
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified, Statement, in_set};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure, View};

/// The constraint [`element`](element()): a view is a position of a list of constants, and another one the value there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The position, from 0.
    pub index: IntView,
    /// The list.
    pub constants: Arc<[i32]>,
    /// The value there.
    pub y: IntView,
}

/// `constants[index] = y`, at domain consistency; the index counts from 0, and is not out of range.
///
/// For an index that counts from 1, as in other notations, pass `index - 1`.
///
/// ```
/// use residua::constraints::element;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let (i, y) = (model.named_var("i", 0..=9), model.named_var("price", 15..=40));
/// model.post(element(i, [30, 10, 20, 30], y))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.to_string(), "i in 0 2 3\nprice in 20 30\nelement(i, [30, 10, 20, 30], price)\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Complexity
/// A run costs as much as there are different constants left, whatever the length of the list and the width of `y`.
pub fn element(
    index: impl Into<IntView>,
    constants: impl Into<Arc<[i32]>>,
    y: impl Into<IntView>,
) -> Element {
    Element { index: index.into(), constants: constants.into(), y: y.into() }
}

impl Element {
    /// The constant at a position, if it is one.
    fn at(&self, index: i64) -> Option<i32> {
        self.constants.get(usize::try_from(index).ok()?).copied()
    }

    /// Whether the index and `y`, which are views of one variable, fit where that has `value`.
    fn fits(constants: &[i32], index: i64, y: i64) -> bool {
        usize::try_from(index).is_ok_and(|at| constants.get(at).is_some_and(|&c| i64::from(c) == y))
    }

    /// For views of one variable: its values at which the constraint holds. There are no more than constants.
    fn values<V: Copy>(&self, index: View<V>, y: View<V>) -> Domain {
        let value = |k: usize| index.invert(i32::try_from(k).ok()?);
        let fits = |&v: &i32| Self::fits(&self.constants, index.apply(v), y.apply(v));
        (0..self.constants.len()).filter_map(value).filter(fits).collect()
    }

    /// The positions left, each with its constant, which is left too; ascending.
    fn left(&self, domains: &dyn Domains<IntVar>) -> Vec<(i32, i32)> {
        if let Some(k) = self.index.value(domains) {
            let constant = self.at(k.into()).filter(|&constant| self.y.contains(domains, constant));
            return constant.map(|constant| (k, constant)).into_iter().collect();
        }
        let range = Domain::from(0..i32::try_from(self.constants.len()).unwrap_or(i32::MAX));
        let inside = domains.domain(self.index.var).intersect(&self.index.preimage(&range));
        let place = |v: i32| (self.index.apply(v), self.at(self.index.apply(v)));
        let mut left: Vec<(i32, i32)> =
            inside.iter().map(place).filter_map(|(k, c)| Some((k as i32, c?))).collect();
        left.retain(|&(_, constant)| self.y.contains(domains, constant));
        // Descending, where the index is a negative view.
        left.sort_unstable();
        left
    }

    /// Only the part of the list between the first and the last position left.
    fn trimmed(&self, left: &[(i32, i32)]) -> Simplified {
        let (first, last) = (left[0].0, left[left.len() - 1].0);
        let part = &self.constants[first as usize..=last as usize];
        match self.index.then(1, -first) {
            Some(index) if part.len() < self.constants.len() => {
                Simplified::Into(vec![element(index, part, self.y).into_shared()])
            }
            _ => Simplified::Unchanged,
        }
    }
}

impl Constraint for Element {
    fn name(&self) -> &'static str {
        "element"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.index, self.y]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        Self::fits(&self.constants, value(self.index), value(self.y))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (index, y) = (to.view(self.index), to.view(self.y));
        if index.var == y.var {
            return to.restrict(index.var.into(), &self.values(index, y));
        }
        to.restrict(index, &Domain::from(0..i32::try_from(self.constants.len()).unwrap_or(i32::MAX)))?;
        to.restrict(y, &self.constants.iter().copied().collect())?;
        let left = to.new_trailed(0);
        let lookup = Lookup::new(index, y, &self.constants, left);
        to.add(lookup);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (index, y) = (self.index, self.y);
        if index.var == y.var && index.scale() != 0 && y.scale() != 0 {
            let values = self.values(index, y);
            return simplified([in_set(index.var, values).into_shared()], domains);
        }
        let left = self.left(domains);
        let Some(&(_, constant)) = left.first() else { return Simplified::Violated };
        let different: BTreeSet<i32> = left.iter().map(|&(_, constant)| constant).collect();
        let positions = || in_set(index, left.iter().map(|&(k, _)| k).collect::<Domain>()).into_shared();
        let equal = |value: i32| {
            let right = Operand::Constant(value.into());
            Comparison { left: y, comparator: Comparator::Eq, right }.into_shared()
        };
        if y.value(domains).is_some() || different.len() == 1 {
            return simplified([positions(), equal(constant)], domains);
        }
        self.trimmed(&left)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Element { index: to(self.index), constants: Arc::clone(&self.constants), y: to(self.y) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "element({}, ", name(self.index))?;
        write_list(f, self.constants.iter())?;
        write!(f, ", {})", name(self.y))
    }

    fn statement(&self) -> Option<Statement> {
        let mut places: Vec<(i32, i32)> = self.constants.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let with_value = |places: &[(i32, i32)]| {
            let positions: Domain = places.iter().map(|&(_, k)| k).collect();
            Statement::All(vec![
                Statement::Member(self.index, positions),
                Statement::Member(self.y, places[0].0.into()),
            ])
        };
        Some(Statement::Any(places.chunk_by(|a, b| a.0 == b.0).map(with_value).collect()))
    }
}

/// What is left of several constraints together, each simplified.
pub(super) fn simplified(
    parts: impl IntoIterator<Item = Arc<dyn Constraint>>,
    domains: &dyn Domains<IntVar>,
) -> Simplified {
    let mut left = Vec::new();
    for part in parts {
        match part.simplify(domains) {
            Simplified::Entailed => {}
            Simplified::Violated => return Simplified::Violated,
            Simplified::Unchanged => left.push(part),
            Simplified::Into(parts) => left.extend(parts),
        }
    }
    if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
}
