//! Value precedence `value_precede(s, t, xs)`, `value_precede_chain(values, xs)`: a value is used only after the one before it.
//!
//! From the left, as many values may be in use before a position as the views before it can bring into use, one after another; a
//! later value cannot be there. From the right, as many must be in use as what comes after rests on; where they only just can be, the
//! view has to bring the next one into use.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each view with a value of the list comes after one with the value before it in the list |
//! | Consistency | domain, where no variable occurs twice |
//! | Cost | O(n·k) a run, for k values |
//! | Wakes on | any change |
//! | Explains | by values that the views before lost; by what the view lost that rests on more values, and by values that those between lost |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided |
//! | Source | Law & Lee, *Global Constraints for Integer and Set Value Precedence*, CP 2004 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::{holds_always, only};
use crate::constraints::{
    Comparator, Constraint, Linear, Number, Simplified, Statement, listed_once, number,
};
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, View};

/// The constraints [`value_precede`] and [`value_precede_chain`]: values that are used in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePrecede {
    /// The values, pairwise different.
    pub values: Vec<i32>,
    /// The views.
    pub views: Vec<IntView>,
}

/// If one of the views is `t`, one before it is `s`. The two values differ.
///
/// ```
/// use residua::constraints::value_precede;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 0..=2);
/// model.post(value_precede(1, 2, &xs))?;
/// assert_eq!(model.solutions().count(), 5);
/// assert!(model.post(value_precede(1, 1, &xs)).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn value_precede<V: Term>(s: i32, t: i32, views: impl IntoIterator<Item = V>) -> V::Of<ValuePrecede> {
    value_precede_chain([s, t], views)
}

/// Each value but the first is used only after the one before it in `values`, which are pairwise different. Other values are free.
///
/// ```
/// use residua::constraints::value_precede_chain;
/// use residua::model::Model;
///
/// // Colours that may be exchanged: the partitions of four into at most three classes.
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=3);
/// model.post(value_precede_chain([1, 2, 3], &xs))?;
/// assert_eq!(model.solutions().count(), 14);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn value_precede_chain<V: Term>(
    values: impl IntoIterator<Item = impl Number>,
    views: impl IntoIterator<Item = V>,
) -> V::Of<ValuePrecede> {
    V::over(views, |views| ValuePrecede { values: number::values(values).collect(), views })
}

/// The least and the greatest position in the list of a value that the view can have; that of any other value is 0.
fn positions<V: Copy>(x: View<V>, values: &[i32], domains: &(impl Domains<V> + ?Sized)) -> (usize, usize) {
    let (mut least, mut greatest, mut listed) = (values.len(), 0, 0);
    for at in (0..values.len()).filter(|&at| x.contains(domains, values[at])) {
        (least, greatest, listed) = (least.min(at), at, listed + 1);
    }
    (if x.size(domains) > listed { 0 } else { least }, greatest)
}

impl Constraint for ValuePrecede {
    fn name(&self) -> &'static str {
        if self.values.len() == 2 { "value_precede" } else { "value_precede_chain" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let found: Vec<i64> = self.views.iter().map(|&x| value(x)).collect();
        self.values.windows(2).all(|pair| {
            let at = |value: i32| found.iter().position(|&v| v == i64::from(value));
            at(pair[1]).is_none_or(|later| at(pair[0]).is_some_and(|earlier| earlier < later))
        })
    }

    fn validate(&self) -> Result<(), String> {
        listed_once(&self.values)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.values.len() > 1 {
            let views: Box<[View]> = to.views(&self.views).into();
            to.add(Precede {
                values: self.values.as_slice().into(),
                before: vec![0; views.len() + 1],
                views,
            });
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        // How many are in use whatever happens; of views that are fixed, exactly as many.
        let (mut used, mut is_entailed, mut is_known) = (0, true, true);
        let (mut known, mut skipped) = (0, 0);
        for (at, &x) in self.views.iter().enumerate() {
            let greatest = positions(x, &self.values, domains).1;
            is_entailed &= greatest <= used;
            let value = x.value(domains);
            is_known &= value.is_some();
            if is_known && greatest > used {
                return Simplified::Violated;
            }
            if used < self.values.len() && value == Some(self.values[used]) {
                used += 1;
            }
            if is_known {
                (known, skipped) = (used, at + 1);
            }
        }
        if is_entailed || self.values.len() < 2 || holds_always(self, domains) {
            return Simplified::Entailed;
        }
        let values = &self.values[known..];
        let rest = &self.views[skipped..];
        let is_listed = |x: &&IntView| values.iter().any(|&value| x.contains(domains, value));
        let mut views: Vec<IntView> = rest.iter().filter(is_listed).copied().collect();
        while views.last().is_some_and(|&x| positions(x, values, domains).1 == 0) {
            let _ = views.pop();
        }
        let Some(open) = views.iter().find(|x| x.value(domains).is_none()).map(|x| x.var) else {
            // The last one cannot have its value.
            return Simplified::Unchanged;
        };
        let plain = |x: IntView| x.value(domains).map_or(x, |value| open * 0 + value);
        let left = ValuePrecede { values: values.to_vec(), views: views.into_iter().map(plain).collect() };
        if left == *self { Simplified::Unchanged } else { Simplified::Into(vec![left.into_shared()]) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(ValuePrecede {
            values: self.values.clone(),
            views: self.views.iter().map(|&x| to(x)).collect(),
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        let views: Vec<String> = self.views.iter().map(|&x| name(x)).collect();
        write!(f, "value_precede_chain([{}], [{}])", values.join(", "), views.join(", "))
    }

    fn statement(&self) -> Option<Statement> {
        let linear = |x: IntView, comparator, value: i32| {
            Linear::new([x], comparator, value.into()).map(Statement::Linear)
        };
        let mut all = Vec::new();
        for pair in self.values.windows(2) {
            for (at, &x) in self.views.iter().enumerate() {
                let before = self.views[..at].iter().map(|&y| linear(y, Comparator::Eq, pair[0]));
                let parts = [linear(x, Comparator::Ne, pair[1])].into_iter().chain(before);
                all.push(Statement::Any(parts.collect::<Option<_>>()?));
            }
        }
        Some(Statement::All(all))
    }
}

#[derive(Clone, Debug)]
struct Precede {
    /// Two at least.
    values: Box<[i32]>,
    views: Box<[View]>,
    /// Scratch: by position, how many values may be in use before it.
    before: Vec<usize>,
}

impl Precede {
    fn can_be(&self, at: usize, position: usize, domains: &impl Domains) -> bool {
        self.values.get(position).is_some_and(|&value| self.views[at].contains(domains, value))
    }

    /// Why no more than `most` values are in use before `at`: each of those that may be the next one is one that a view lost.
    fn explain_before(&self, at: usize, most: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let mut most = most;
        for p in (0..at).rev() {
            // A view brings one into use at most.
            if most > p {
                return;
            }
            if self.can_be(p, most, past) {
                // Then fewer are in use before it.
                let Some(fewer) = most.checked_sub(1) else { return };
                most = fewer;
            } else {
                out.extend(self.values.get(most).and_then(|&value| self.views[p].differs(value)));
            }
        }
    }

    /// How many have to be in use after `at` for what the view at `by` has left, and how that is explained.
    fn needed(&self, at: usize, by: usize, past: &Past<'_>, out: Option<&mut Vec<Atom>>) -> usize {
        let mut needed = positions(self.views[by], &self.values, past).0;
        let mut premises = out;
        if let Some(out) = premises.as_deref_mut() {
            self.explain_rest(by, needed, past, out);
        }
        for p in (at + 1..by).rev() {
            if needed > 0 && self.can_be(p, needed - 1, past) {
                needed -= 1;
            } else if let (Some(out), true) = (premises.as_deref_mut(), needed > 0) {
                out.extend(self.views[p].differs(self.values[needed - 1]));
            }
        }
        needed
    }

    /// Why the view has only values that come in the list from that position on.
    fn explain_rest(&self, by: usize, from: usize, past: &Past<'_>, out: &mut Vec<Atom>) {
        let listed = |value: i64| self.values[from..].iter().any(|&listed| i64::from(listed) == value);
        only(self.views[by], past, out, &listed);
    }
}

impl Propagator for Precede {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (count, mut is_changed) = (self.views.len(), false);
        // The payload is the position, and whether its view is fixed.
        for at in 0..count {
            store.spend(self.values.len())?;
            let used = self.before[at];
            for position in used + 1..self.values.len() {
                let why = store.because(at as u32 * 2);
                is_changed |= self.views[at].remove(store, self.values[position], why)?;
            }
            self.before[at + 1] = used + usize::from(self.can_be(at, used, store));
        }
        let mut needed = 0;
        for at in (0..count).rev() {
            store.spend(self.values.len())?;
            let used = self.before[at];
            if needed > used && used < self.values.len() {
                let why = store.because(at as u32 * 2 + 1);
                is_changed |= self.views[at].fix(store, self.values[used], why)?;
            }
            let least = positions(self.views[at], &self.values, store).0;
            needed =
                if needed > 0 && self.can_be(at, needed - 1, store) { needed - 1 } else { needed.max(least) };
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        let mut used = 0;
        for &x in &self.views {
            store.spend(self.values.len())?;
            if positions(x, &self.values, store).1 > used {
                return Ok(Outcome::Fixpoint);
            }
            used += usize::from(used < self.values.len() && x.value(store) == Some(self.values[used]));
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let at = payload as usize / 2;
        if payload.is_multiple_of(2) {
            let ExplainRequest::Atom(atom) = request else { return };
            let value = self.views[at].apply(atom.value());
            let position = self.values.iter().position(|&listed| i64::from(listed) == value);
            self.explain_before(at, position.unwrap_or(1) - 1, past, out);
            return;
        }
        // `used` is the most values that may be in use before it, as `explain_before` shows; one more is needed after it.
        let mut used = 0;
        for p in 0..at {
            used += usize::from(self.can_be(p, used, past));
        }
        self.explain_before(at, used, past, out);
        let by = (at + 1..self.views.len()).find(|&by| self.needed(at, by, past, None) > used);
        if let Some(by) = by {
            let _ = self.needed(at, by, past, Some(out));
        }
    }
}
