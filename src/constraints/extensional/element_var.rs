//! `element_var(xs, i, y)`: `xs[i] = y`, for variables.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the index is a position of the list, from 0, and `y` equals what is there |
//! | Consistency | domain where no variable occurs twice; see `choice.rs` |
//! | Same variable | anywhere: the value of the index is put into the entries, and what follows for each alone is used |
//! | Source | Schulte & Stuckey, *Efficient Constraint Propagation Engines*, TOPLAS 31(1), 2008; Frisch & Stuckey, *The Proper Treatment of Undefinedness in Constraint Languages*, CP 2009 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::extensional::choice::Choice;
use crate::constraints::extensional::element::simplified;
use crate::constraints::extensional::pair::{Pair, Side, are_apart};
use crate::constraints::extensional::write_list;
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, element, in_set, walkable,
};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`element_var`](element_var()): a view is a position of a list of variables, and `y` the value of the entry there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementVar {
    /// The position, from 0.
    pub index: IntView,
    /// The list: views and numbers.
    pub entries: Vec<Operand>,
    /// The value there.
    pub y: Operand,
}

/// `entries[index] = y` for variables and numbers; the index counts from 0, and is not out of range.
///
/// Domain consistent on the index; `y` keeps the values of the entries that are still possible, and once the index is fixed the
/// entry and `y` are equal.
///
/// ```
/// use residua::constraints::element_var;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let i = model.named_var("i", 0..=2);
/// let [a, b, c] = [("a", 1..=2), ("b", 5..=6), ("c", 8..=9)].map(|(name, values)| model.named_var(name, values));
/// let y = model.named_var("y", 0..=7);
/// model.post(element_var(i, [a, b, c], y))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// let text = residual.model.to_string();
/// assert!(text.starts_with("i in 0 1\na in 1 2\nb in 5 6\nc in 8 9\ny in 1 2 5 6\n"), "{text}");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn element_var<E: Into<Operand>>(
    index: impl Into<IntView>,
    entries: impl IntoIterator<Item = E>,
    y: impl Into<Operand>,
) -> ElementVar {
    ElementVar { index: index.into(), entries: entries.into_iter().map(Into::into).collect(), y: y.into() }
}

fn value_of(operand: Operand, value: &dyn Fn(IntView) -> i64) -> i64 {
    match operand {
        Operand::View(view) => value(view),
        Operand::Constant(constant) => constant,
    }
}

/// An operand whose variable is fixed as a number.
fn settled(operand: Operand, domains: &dyn Domains<IntVar>) -> Operand {
    match operand {
        Operand::View(view) => view.value(domains).map_or(operand, |value| Operand::Constant(value.into())),
        Operand::Constant(_) => operand,
    }
}

fn length(list: &[Operand]) -> i32 {
    i32::try_from(list.len()).unwrap_or(i32::MAX)
}

/// Whether the pair can be equal, as far as is easily seen.
fn is_live(pair: Pair<IntVar>, domains: &dyn Domains<IntVar>) -> bool {
    match pair {
        Pair::Never => false,
        Pair::Always => true,
        Pair::Is(view, value) => view.contains(domains, value),
        Pair::Equal(a, b) => match (walkable(a, domains), walkable(b, domains)) {
            _ if are_apart(a, b, domains) => false,
            (Some(a), Some(b)) => !a.is_disjoint(&b),
            _ => true,
        },
    }
}

/// Whether the pair is equal, whatever the values left are.
fn is_settled(pair: Pair<IntVar>, domains: &dyn Domains<IntVar>) -> bool {
    match pair {
        Pair::Never => false,
        Pair::Always => true,
        Pair::Is(view, value) => view.value(domains) == Some(value),
        Pair::Equal(a, b) => a.value(domains).is_some_and(|value| b.value(domains) == Some(value)),
    }
}

impl ElementVar {
    /// The positions that the index has left, each with what it means to be there; no constant index.
    fn pairs(&self, domains: &dyn Domains<IntVar>) -> Vec<(i32, Pair<IntVar>)> {
        let range = self.index.preimage(&Domain::from(0..length(&self.entries)));
        let inside = domains.domain(self.index.var).intersect(&range);
        let y = settled(self.y, domains).into();
        let pair = |v: i32| {
            let k = self.index.apply(v) as i32;
            (k, Pair::new(self.index, k, settled(self.entries[k as usize], domains).into(), y))
        };
        inside.iter().map(pair).collect()
    }

    /// `entry = y`, as a constraint of its own.
    fn equality(&self, entry: Operand) -> Arc<dyn Constraint> {
        match (entry, self.y) {
            (Operand::View(left), right) | (right @ Operand::Constant(_), Operand::View(left)) => {
                Comparison { left, comparator: Comparator::Eq, right }.into_shared()
            }
            (Operand::Constant(a), Operand::Constant(b)) => {
                let all = if a == b { Domain::from(i32::MIN..=i32::MAX) } else { Domain::empty() };
                in_set(self.index, all).into_shared()
            }
        }
    }

    /// The index is at one position for certain.
    fn simplify_fixed(&self, position: i32, domains: &dyn Domains<IntVar>) -> Simplified {
        match usize::try_from(position).ok().and_then(|at| self.entries.get(at)) {
            Some(&entry) => {
                let at = in_set(self.index, Domain::from(position)).into_shared();
                simplified([at, self.equality(entry)], domains)
            }
            None => Simplified::Violated,
        }
    }

    /// Several positions are left, and `live` of those that the index has.
    fn simplify_open(&self, live: &[(i32, Pair<IntVar>)], domains: &dyn Domains<IntVar>) -> Simplified {
        let positions: Domain = live.iter().map(|&(k, _)| k).collect();
        let at_live = in_set(self.index, positions.clone()).into_shared();
        if live.iter().all(|&(_, pair)| is_settled(pair, domains)) {
            return simplified([at_live], domains);
        }
        let y = settled(self.y, domains);
        let (first, last) = (live[0].0.min(live[live.len() - 1].0), live[0].0.max(live[live.len() - 1].0));
        let Some(index) = self.index.then(1, -first) else { return Simplified::Unchanged };
        if let Operand::View(y) = y
            && y.var != self.index.var
            && let Some(constants) = constants(live, y)
        {
            let mut list = vec![constants[0].1; (last - first) as usize + 1];
            for (k, constant) in constants {
                list[(k - first) as usize] = constant;
            }
            return simplified([at_live, element(index, list, y).into_shared()], domains);
        }
        let entry = |k: i32| match settled(self.entries[k as usize], domains) {
            Operand::View(_) if !positions.contains(k) => Operand::Constant(0),
            entry => entry,
        };
        let entries: Vec<Operand> = (first..=last).map(entry).collect();
        if y == self.y && entries == self.entries {
            // The propagator takes positions that are not live from the index by itself.
            return Simplified::Unchanged;
        }
        let shorter = ElementVar { index, entries, y }.into_shared();
        match simplified([at_live], domains) {
            Simplified::Into(mut parts) => {
                parts.push(shorter);
                Simplified::Into(parts)
            }
            Simplified::Violated => Simplified::Violated,
            _ => Simplified::Into(vec![shorter]),
        }
    }
}

/// The values of `y` at the live positions, where each has one.
fn constants(live: &[(i32, Pair<IntVar>)], y: IntView) -> Option<Vec<(i32, i32)>> {
    live.iter().map(|&(k, pair)| Some((k, i32::try_from(pair.value(y)?).ok()?))).collect()
}

impl Constraint for ElementVar {
    fn name(&self) -> &'static str {
        "element_var"
    }

    fn scope(&self) -> Vec<IntView> {
        let views = self.entries.iter().chain([&self.y]).filter_map(|operand| match operand {
            Operand::View(view) => Some(*view),
            Operand::Constant(_) => None,
        });
        std::iter::once(self.index).chain(views).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let entry = usize::try_from(value(self.index)).ok().and_then(|at| self.entries.get(at));
        entry.is_some_and(|&entry| value_of(entry, value) == value_of(self.y, value))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let side = |operand: Operand| match operand {
            Operand::View(view) => Side::View(to.view(view)),
            Operand::Constant(constant) => Side::Constant(constant),
        };
        let (index, y) = (to.view(self.index), side(self.y));
        let pair = |(entry, k): (&Operand, i32)| Pair::new(index, k, side(*entry), y);
        let pairs: Vec<Pair<_>> = self.entries.iter().zip(0..).map(pair).collect();
        let y = match y {
            Side::View(y) if y.var != index.var => Some(y),
            _ => None,
        };
        let possible = pairs.iter().zip(0..).filter(|(pair, _)| **pair != Pair::Never).map(|(_, k)| k);
        to.restrict(index, &possible.collect())?;
        let choice = Choice::new(index, y, pairs, to);
        to.add(choice);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if let Some(position) = self.index.value(domains) {
            return self.simplify_fixed(position, domains);
        }
        let mut live = self.pairs(domains);
        live.retain(|&(_, pair)| is_live(pair, domains));
        match live[..] {
            [] => Simplified::Violated,
            [(position, _)] => self.simplify_fixed(position, domains),
            _ => self.simplify_open(&live, domains),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let over = |operand: Operand| match operand {
            Operand::View(view) => Operand::View(to(view)),
            constant @ Operand::Constant(_) => constant,
        };
        let entries = self.entries.iter().map(|&entry| over(entry)).collect();
        Arc::new(ElementVar { index: to(self.index), entries, y: over(self.y) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let shown = |operand: &Operand| match operand {
            Operand::View(view) => name(*view),
            Operand::Constant(constant) => constant.to_string(),
        };
        write!(f, "element_var({}, ", name(self.index))?;
        write_list(f, self.entries.iter().map(shown))?;
        write!(f, ", {})", shown(&self.y))
    }

    fn statement(&self) -> Option<Statement> {
        let equal = |entry: Operand| match (entry, self.y) {
            (Operand::View(a), Operand::View(b)) => {
                Linear::between(a, Comparator::Eq, b, 0).map(Statement::Linear)
            }
            (Operand::View(a), Operand::Constant(b)) | (Operand::Constant(b), Operand::View(a)) => {
                Linear::new([a], Comparator::Eq, b).map(Statement::Linear)
            }
            (Operand::Constant(a), Operand::Constant(b)) if a == b => Some(Statement::All(Vec::new())),
            (Operand::Constant(_), Operand::Constant(_)) => Some(Statement::Any(Vec::new())),
        };
        let at = |(&entry, k): (&Operand, i32)| {
            let position = Statement::Member(self.index, Domain::from(k));
            Some(Statement::All(vec![position, equal(entry)?]))
        };
        self.entries.iter().zip(0..).map(at).collect::<Option<_>>().map(Statement::Any)
    }
}
