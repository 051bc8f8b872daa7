//! `all_different_except(xs, S)`: different, unless in S.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | no two views have the same value, but for the values of a set, which any number of views may have |
//! | Consistency | domain, where no variable occurs twice; value where only that is asked for |
//! | Cost | as of `all_different` on a scope that is not narrow, of the views that have lost the values of the set; whether they have is one sweep over the runs of their domains |
//! | Explains | a value by the view that has it, and by Hall sets of views that have lost the values of the set |
//! | Same variable | each view of it is filtered as if it were of another one: no solution is lost, and full assignments are decided |
//! | Source | Régin, AAAI 1994, in whose graph the values of the set have no capacity |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::all_different::matching::Matching;
use crate::constraints::all_different::value::Value;
use crate::constraints::all_different::value_disjoint;
use crate::constraints::counting::holds_always;
use crate::constraints::{Comparator, Constraint, Linear, Simplified, Statement};
use crate::constraints::{all_different, ne, of_one_variable, walkable};
use crate::domain::Domain;
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, View};

/// The constraint [`all_different_except`]: views that have different values, unless these are of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferentExcept {
    /// The scope.
    pub views: Vec<IntView>,
    /// The values that any number of views may have.
    pub except: Domain,
}

/// No two `views` have the same value, unless it is one of `except`.
///
/// ```
/// use residua::constraints::all_different_except;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 0..=2));
/// model.post(all_different_except([a, b, c], [0]))?;
/// assert_eq!(model.solutions().count(), 1 + 3 * 2 + 3 * 2);
/// let (a, b) = (model.named_var("d", 1..=2), model.named_var("e", 1..=2));
/// model.post(all_different_except([a, b, c], 0..=0))?;
/// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
/// assert_eq!(left.domain(c).to_string(), "0");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn all_different_except<V: Term>(
    views: impl IntoIterator<Item = V>,
    except: impl Into<Domain>,
) -> V::Of<AllDifferentExcept> {
    V::over(views, |views| AllDifferentExcept { views, except: except.into() })
}

impl AllDifferentExcept {
    /// Where two views of one variable are equal, they are so at one value, or everywhere.
    fn state_of_one_variable(&self, x: View, y: View, to: &mut Poster<'_>) -> Result<(), Failure> {
        let factor = i64::from(x.scale()) - i64::from(y.scale());
        let rest = i64::from(y.offset()) - i64::from(x.offset());
        if factor == 0 {
            return if rest == 0 { to.restrict(x, &self.except) } else { Ok(()) };
        }
        let Ok(value) = i32::try_from(rest / factor) else { return Ok(()) };
        let is_free = i32::try_from(x.apply(value)).is_ok_and(|value| self.except.contains(value));
        if rest % factor != 0 || is_free {
            return Ok(());
        }
        to.state(Atom::ne(x.var, value))
    }
}

impl Constraint for AllDifferentExcept {
    fn name(&self) -> &'static str {
        "all_different_except"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_free = |v: &i64| i32::try_from(*v).is_ok_and(|v| self.except.contains(v));
        let values: Vec<i64> = self.views.iter().map(|&x| value(x)).collect();
        values.iter().enumerate().all(|(i, v)| is_free(v) || !values[..i].contains(v))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.views.len() < 2 {
            return Ok(());
        }
        let (views, taken) = (to.views(&self.views), to.new_trailed(0));
        for (at, other) in of_one_variable(&views) {
            self.state_of_one_variable(views[other], views[at], to)?;
        }
        to.add(Value::new(views.clone(), taken, self.except.clone()));
        if to.consistency() != Consistency::Value {
            to.add(Matching::new(views, self.except.clone()));
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        // A domain too wide to be walked is replaced by its hull: fewer parts are separated then, and none wrongly.
        let hull = |x: IntView| Domain::from(x.min(domains)..=x.max(domains));
        let mut taken: Vec<i32> = self.views.iter().filter_map(|x| x.value(domains)).collect();
        taken.retain(|&value| !self.except.contains(value));
        taken.sort_unstable();
        if taken.windows(2).any(|pair| pair[0] == pair[1]) {
            return Simplified::Violated;
        }
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        let mut open: Vec<(IntView, Domain)> = Vec::new();
        for &x in self.views.iter().filter(|x| x.value(domains).is_none()) {
            let gone: Domain = taken.iter().copied().filter(|&value| x.contains(domains, value)).collect();
            left.extend(gone.iter().map(|value| ne(x, value).into_shared()));
            let reach = walkable(x, domains).unwrap_or_else(|| hull(x));
            let clashes = reach.difference(&gone).difference(&self.except);
            // Two views that have only excepted values left would pass for views of the same values.
            if !clashes.is_empty() {
                open.push((x, clashes));
            }
        }
        let is_free = |x: &IntView| !x.preimage(&self.except).is_disjoint(&domains.domain(x.var));
        for part in value_disjoint(&open) {
            if part.len() < 2 {
                continue;
            }
            if !part.iter().any(is_free) {
                left.push(all_different(part).into_shared());
                continue;
            }
            let used = part.iter().filter_map(|x| Some(walkable(*x, domains)?.intersect(&self.except)));
            let used = used.fold(Domain::empty(), |all, own| all.union(&own));
            let is_walked = part.iter().all(|x| walkable(*x, domains).is_some());
            let except = if is_walked { used } else { self.except.clone() };
            let part = AllDifferentExcept { views: part, except };
            if part == *self {
                return Simplified::Unchanged;
            }
            left.push(Arc::new(part));
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let views = self.views.iter().map(|&x| to(x)).collect();
        Arc::new(AllDifferentExcept { views, except: self.except.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let views: Vec<String> = self.views.iter().map(|&x| name(x)).collect();
        write!(f, "all_different_except([{}], {{{}}})", views.join(", "), self.except)
    }

    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        for (at, &x) in self.views.iter().enumerate() {
            for &y in &self.views[..at] {
                let differ = Statement::Linear(Linear::between(x, Comparator::Ne, y, 0)?);
                all.push(Statement::Any(vec![differ, Statement::Member(x, self.except.clone())]));
            }
        }
        Some(Statement::All(all))
    }
}
