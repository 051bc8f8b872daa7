//! `inverse(f, g)`, `symmetric_all_different(xs)`: `fᵢ = j ⇔ gⱼ = i`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | for all i and j, `fᵢ = j` exactly where `gⱼ = i`; unless it is partial, each has a partner |
//! | Consistency | where no variable occurs twice, domain if that is asked for, of a partial one whatever is asked for; otherwise that of an `all_different(f)` as asked for, and of the equivalences |
//! | Cost | see `channel.rs`; with an `all_different`, or, of a partial one, a flow (`counting/flow.rs`) |
//! | Explains | a lost value by the one that the partner lost, and by Hall sets, or cuts of the flow |
//! | Same variable | of `symmetric_all_different` each occurs twice: what it promises is the `all_different` and the equivalences; full assignments are decided |
//! | Source | Régin, AAAI 1994; of a function that is its own inverse, Régin, *The symmetric alldiff constraint*, IJCAI 1999, which is stronger |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::channeling::channel::Channel;
use crate::constraints::counting::{Flow, Limit, holds_always};
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Simplified, Statement, all_different, ne,
};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure, View};

/// The constraints [`inverse`], [`inverse_partial`] and [`symmetric_all_different`]: two lists of views, each the inverse function of the
/// other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inverse {
    /// The first list: its places, ascending, with the views there. They are 0, 1, 2, … until it is simplified.
    pub f: Vec<(i32, IntView)>,
    /// The second list.
    pub g: Vec<(i32, IntView)>,
    /// Whether views may have values that are not places of the other list.
    pub is_partial: bool,
}

/// `f[i] = j ⇔ g[j] = i`, for all places `i` and `j`, from 0. The lists are of one length, and each is a permutation of the places.
///
/// Where places are counted from 1, take the views less 1: `inverse(f.iter().map(|f| f - 1), g.iter().map(|g| g - 1))`.
///
/// ```
/// use residua::constraints::inverse;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [f, g] = ["f", "g"].map(|name| model.int_vars(name, 3, 0..=2));
/// model.post(inverse(&f, &g))?;
/// let found = model.solutions().map(|found| found.values().to_vec()).find(|found| found[..3] == [1, 2, 0]);
/// assert_eq!(found, Some(vec![1, 2, 0, 2, 0, 1]));
/// assert_eq!(model.solutions().count(), 6);
/// assert!(model.post(inverse(&f[1..], &g)).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn inverse<F: Term, G: Term>(
    f: impl IntoIterator<Item = F>,
    g: impl IntoIterator<Item = G>,
) -> F::Of<G::Of<Inverse>> {
    F::over(f, |f| G::over(g, |g| Inverse { f: numbered(f), g: numbered(g), is_partial: false }))
}

/// `f[i] = j ⇔ g[j] = i`, for all places `i` and `j`, from 0. The lists may differ in length, and a value that is not a place of the other
/// list, such as -1, means that there is no partner.
///
/// ```
/// use residua::constraints::inverse_partial;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// // Two tasks, one machine of three each; a machine without a task has -1.
/// let mut model = Model::new();
/// let tasks = model.int_vars("task", 2, 0..=2);
/// let machines = model.int_vars("machine", 3, -1..=1);
/// model.post(inverse_partial(&tasks, &machines))?;
/// assert_eq!(model.solutions().count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn inverse_partial<F: Term, G: Term>(
    f: impl IntoIterator<Item = F>,
    g: impl IntoIterator<Item = G>,
) -> F::Of<G::Of<Inverse>> {
    F::over(f, |f| G::over(g, |g| Inverse { f: numbered(f), g: numbered(g), is_partial: true }))
}

/// `xs[i] = j ⇔ xs[j] = i`, for all places `i` and `j`, from 0: each is alone, `xs[i] = i`, or one of a pair.
///
/// ```
/// use residua::constraints::{ne, symmetric_all_different};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let partner = model.int_vars("p", 4, 0..=3);
/// model.post(symmetric_all_different(&partner))?;
/// assert_eq!(model.solutions().count(), 10);
/// // In pairs only.
/// for (i, &x) in partner.iter().enumerate() {
///     model.post(ne(x, i as i32))?;
/// }
/// assert_eq!(model.solutions().count(), 3);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn symmetric_all_different<V: Term>(xs: impl IntoIterator<Item = V>) -> V::Of<Inverse> {
    V::over(xs, |xs| Inverse { f: numbered(xs.clone()), g: numbered(xs), is_partial: false })
}

/// The views with their positions, from 0.
fn numbered(views: Vec<IntView>) -> Vec<(i32, IntView)> {
    (0..).zip(views).collect()
}

/// A list by places, and those of the other one.
type List = Vec<(i32, IntView)>;

fn places(list: &[(i32, IntView)]) -> Domain {
    list.iter().map(|&(place, _)| place).collect()
}

/// The view at a place.
fn at(list: &[(i32, IntView)], place: i32) -> Option<IntView> {
    list.binary_search_by_key(&place, |&(place, _)| place).ok().map(|found| list[found].1)
}

fn is(x: IntView, value: i32, comparator: Comparator) -> Option<Statement> {
    Linear::new([x], comparator, value.into()).map(Statement::Linear)
}

impl Inverse {
    /// Takes a fixed view out of its list, `own`, and its partner out of the other one, and says what is to hold of the rest: whether that
    /// is possible, or `None` if no view is fixed.
    fn take_fixed(
        &self,
        [own, other]: [&mut List; 2],
        domains: &dyn Domains<IntVar>,
        left: &mut Vec<Arc<dyn Constraint>>,
    ) -> Option<bool> {
        let index = own.iter().position(|(_, x)| x.value(domains).is_some())?;
        let (place, x) = own.remove(index);
        let value = x.value(domains)?;
        let partner = at(other, value);
        if let Some(y) = partner {
            match (Comparison { left: y, comparator: Comparator::Eq, right: place.into() }).simplify(domains)
            {
                Simplified::Violated => return Some(false),
                Simplified::Entailed => {}
                Simplified::Unchanged => left.push(
                    Comparison { left: y, comparator: Comparator::Eq, right: place.into() }.into_shared(),
                ),
                Simplified::Into(parts) => left.extend(parts),
            }
            other.retain(|&(of, _)| of != value);
        } else if !self.is_partial {
            return Some(false);
        }
        if !self.is_partial {
            return Some(true);
        }
        // What is left of the other list has no other partner, nor what is left of this one.
        let mut excluded = Vec::new();
        excluded.extend(other.iter().map(|&(_, y)| (y, place)));
        if partner.is_some() {
            excluded.extend(own.iter().map(|&(_, y)| (y, value)));
        }
        for (y, value) in excluded.into_iter().filter(|(y, value)| y.contains(domains, *value)) {
            if y.value(domains).is_some() {
                return Some(false);
            }
            left.push(ne(y, value).into_shared());
        }
        Some(true)
    }
}

impl Constraint for Inverse {
    fn name(&self) -> &'static str {
        match self.is_partial {
            true => "inverse_partial",
            false if self.f == self.g => "symmetric_all_different",
            false => "inverse",
        }
    }

    fn scope(&self) -> Vec<IntView> {
        self.f.iter().chain(&self.g).map(|&(_, x)| x).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        // Each of one list that is at a place of the other is the partner of what is there.
        let is_inverse = |f: &[(i32, IntView)], g: &[(i32, IntView)]| {
            f.iter().all(|&(i, x)| {
                let partner = g.iter().find(|&&(j, _)| i64::from(j) == value(x));
                partner.map_or(self.is_partial, |&(_, y)| value(y) == i64::from(i))
            })
        };
        is_inverse(&self.f, &self.g) && is_inverse(&self.g, &self.f)
    }

    fn validate(&self) -> Result<(), String> {
        if !self.is_partial && self.f.len() != self.g.len() {
            let (f, g) = (self.f.len(), self.g.len());
            return Err(format!("a list of {f} views has no inverse of {g}: see inverse_partial"));
        }
        let is_ascending = |list: &List| list.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if is_ascending(&self.f) && is_ascending(&self.g) {
            Ok(())
        } else {
            Err("the places are not ascending".to_owned())
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let inner = |list: &List, to: &Poster<'_>| -> Vec<(i32, View)> {
            list.iter().map(|&(place, x)| (place, to.view(x))).collect()
        };
        let (f, g) = (inner(&self.f, to), inner(&self.g, to));
        if !self.is_partial {
            let (rows, columns) = (places(&self.f), places(&self.g));
            for (list, values) in [(&f, &columns), (&g, &rows)] {
                for &(_, x) in list {
                    to.restrict(x, values)?;
                }
            }
        }
        let channel = Channel::new([&f, &g], to);
        to.add(channel);
        if !self.is_partial {
            return all_different(self.f.iter().map(|&(_, x)| x)).post(to);
        }
        let columns: Vec<i32> = self.g.iter().map(|&(place, _)| place).collect();
        let rows = places(&self.f);
        let partner = |&(_, y): &(i32, View)| Limit::Partner(y.var, Box::new(y.preimage(&rows)));
        to.add(Flow::new(
            f.iter().map(|&(_, x)| x).collect(),
            &columns,
            g.iter().map(partner).collect(),
            false,
        ));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let is_empty = self.f.is_empty() && self.g.is_empty();
        if is_empty || holds_always(self, domains) {
            return Simplified::Entailed;
        }
        let (mut f, mut g, mut left) = (self.f.clone(), self.g.clone(), Vec::new());
        loop {
            let taken = match self.take_fixed([&mut f, &mut g], domains, &mut left) {
                None => self.take_fixed([&mut g, &mut f], domains, &mut left),
                taken => taken,
            };
            match taken {
                None => break,
                Some(true) => {}
                Some(false) => return Simplified::Violated,
            }
        }
        // Those that can have no partner any more, nor be the partner of any.
        let is_linked =
            |i: i32, x: IntView, j: i32, y: IntView| x.contains(domains, j) || y.contains(domains, i);
        if self.is_partial {
            f.retain(|&(i, x)| g.iter().any(|&(j, y)| is_linked(i, x, j, y)));
            g.retain(|&(j, y)| f.iter().any(|&(i, x)| is_linked(i, x, j, y)));
        }
        let rest = Inverse { f, g, is_partial: self.is_partial };
        if left.is_empty() && rest == *self {
            return Simplified::Unchanged;
        }
        match (&rest.f[..], &rest.g[..]) {
            ([], _) | (_, []) => {}
            (&[(i, x)], &[(j, y)]) if !self.is_partial => {
                let equal =
                    |left, value: i32| Comparison { left, comparator: Comparator::Eq, right: value.into() };
                left.extend([equal(x, j).into_shared(), equal(y, i).into_shared()]);
            }
            _ => left.push(rest.into_shared()),
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let map = |list: &List| list.iter().map(|&(place, x)| (place, to(x))).collect();
        Arc::new(Inverse { f: map(&self.f), g: map(&self.g), is_partial: self.is_partial })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let list = |list: &List| {
            let is_whole = (0..).zip(list).all(|(at, &(place, _))| at == place);
            let shown = |&(place, x): &(i32, IntView)| {
                if is_whole { name(x) } else { format!("{place}: {}", name(x)) }
            };
            list.iter().map(shown).collect::<Vec<String>>().join(", ")
        };
        match self.name() {
            "symmetric_all_different" => write!(f, "symmetric_all_different([{}])", list(&self.f)),
            called => write!(f, "{called}([{}], [{}])", list(&self.f), list(&self.g)),
        }
    }

    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        if !self.is_partial {
            for (list, values) in [(&self.f, places(&self.g)), (&self.g, places(&self.f))] {
                all.extend(list.iter().map(|&(_, x)| Statement::Member(x, values.clone())));
            }
        }
        for &(i, x) in &self.f {
            for &(j, y) in &self.g {
                let [no, yes] = [Comparator::Ne, Comparator::Eq];
                all.push(Statement::Any(vec![is(x, j, no)?, is(y, i, yes)?]));
                all.push(Statement::Any(vec![is(x, j, yes)?, is(y, i, no)?]));
            }
        }
        Some(Statement::All(all))
    }
}
