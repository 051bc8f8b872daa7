//! `all_different(x₁, …, xₙ)`
//!
//! | Promise | |
//! |---|---|
//! | Meaning | no two views have the same value |
//! | Consistency | what is asked for: value, bounds or domain |
//! | Explains | a value by the variable that has it, all else by a Hall set: k variables within k values |
//! | Same variable | the same view twice cannot hold; different views of one variable are filtered as if they were of different variables, so that less than was asked for may be found |
//!
//! | consistency | file | cost of a run |
//! |---|---|---|
//! | value | `singles.rs`; `value.rs` for wide scopes | O(n) for each view that was fixed |
//! | bounds | `bounds.rs` | O(n log n) |
//! | domain | `singles.rs`, then `parts.rs`; `matching.rs`, `numbers.rs` and `rows.rs` for wide scopes | O(n) words, then O(n) to O(n²) words |
//!
//! A search that learns has bounds and values, and at the root domains (`at_root.rs`), if nothing else is asked for: it learns
//! little from Hall sets.
//!
//! Where some values are free, any number of views may have them: `except.rs`.
//!
//! A scope is *narrow* when all its values fit into 64 consecutive ones: then sets of values are words.

mod at_root;
mod because;
mod bounds;
mod except;
mod hall;
mod hall_intervals;
mod hall_sets;
mod hall_words;
mod matching;
mod narrow;
mod numbers;
mod parts;
mod rows;
mod shifted;
mod shifted_var;
mod singles;
mod value;
mod word_matching;

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::all_different::at_root::AtRoot;
use crate::constraints::all_different::bounds::Bounds;
use crate::constraints::all_different::matching::Matching;
use crate::constraints::all_different::narrow::Narrow;
use crate::constraints::all_different::value::Value;
use crate::constraints::{Constraint, Simplified, Statement, ne, of_one_variable, walkable, write_call};
use crate::domain::Domain;
use crate::engine::{Consistency, Cost, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, View};

pub use crate::constraints::all_different::except::{AllDifferentExcept, all_different_except};

/// The constraint [`all_different`](all_different()): views that all have different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferent {
    /// The scope.
    pub views: Vec<IntView>,
    /// The consistency of propagation; `None` leaves it to the solver.
    pub consistency: Option<Consistency>,
}

/// `all_different(views)`, at the consistency that the solver asks for.
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::Model;
///
/// // n queens: no two in a row, nor in a diagonal of either kind. Views take the place of auxiliary variables.
/// let mut model = Model::new();
/// let queens = model.int_vars("q", 6, 0..=5);
/// let shifted = |sign: i32| queens.iter().zip(0..).map(move |(&q, i)| q + sign * i).collect::<Vec<_>>();
/// model.post(all_different(queens.clone()))?;
/// model.post(all_different(shifted(1)))?;
/// model.post(all_different(shifted(-1)))?;
/// assert_eq!(model.solutions().count(), 4);
///
/// // In an array of variables and views each becomes a view.
/// let [a, b] = [queens[0], queens[1]];
/// model.post(all_different([a.into(), b + 1, -b]))?;
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn all_different<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<AllDifferent> {
    V::over(views, |views| AllDifferent { views, consistency: None })
}

impl AllDifferent {
    /// Sets the consistency, whatever the solver asks for.
    #[must_use]
    pub fn at(self, consistency: Consistency) -> Self {
        AllDifferent { consistency: Some(consistency), ..self }
    }
}

impl Constraint for AllDifferent {
    fn name(&self) -> &'static str {
        "all_different"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values: Vec<i64> = self.views.iter().map(|&x| value(x)).collect();
        values.iter().enumerate().all(|(i, v)| !values[..i].contains(v))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let views = to.views(&self.views);
        if views.len() < 2 {
            return Ok(());
        }
        self.state_of_repeats(&views, to)?;
        match self.consistency {
            None if to.keeps_nogoods() => post_to_learn(views, to),
            _ => post_at(self.consistency.unwrap_or(to.consistency()), views, to),
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        // A domain too wide to be walked is replaced by its hull: fewer parts are separated then, and none wrongly.
        let hull = |x: IntView| Domain::from(x.min(domains)..=x.max(domains));
        let reach = |x: IntView| walkable(x, domains).unwrap_or_else(|| hull(x));
        let scope: Vec<(IntView, Domain)> = self.views.iter().map(|&x| (x, reach(x))).collect();
        let mut fixed: Vec<i32> = scope.iter().filter_map(|(_, domain)| domain.value()).collect();
        fixed.sort_unstable();
        if repeats(&fixed) || (has_repeats(&self.views) && self.has_same_view()) {
            return Simplified::Violated;
        }
        let taken: Domain = scope.iter().filter_map(|(_, domain)| domain.value()).collect();
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        let mut open: Vec<(IntView, Domain)> = Vec::new();
        for (x, domain) in scope.iter().filter(|(_, domain)| !domain.is_fixed()) {
            // Propagation on bounds leaves the value of a fixed view inside the domains of others.
            if domain.is_disjoint(&taken) {
                open.push((*x, domain.clone()));
            } else {
                left.extend(domain.intersect(&taken).iter().map(|v| ne(*x, v).into_shared()));
                open.push((*x, domain.difference(&taken)));
            }
        }
        if open.iter().any(|(_, domain)| domain.is_empty()) {
            return Simplified::Violated;
        }
        for part in value_disjoint(&open) {
            if part.len() == 2 || part.iter().all(|x| x.var == part[0].var) {
                let pairs =
                    part.iter().enumerate().flat_map(|(i, &x)| part[..i].iter().map(move |&y| ne(y, x)));
                left.extend(pairs.map(Constraint::into_shared));
            } else {
                let part = AllDifferent { views: plain(part), consistency: self.consistency };
                if part == *self {
                    return Simplified::Unchanged;
                }
                left.push(Arc::new(part));
            }
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(AllDifferent {
            views: self.views.iter().map(|&x| to(x)).collect(),
            consistency: self.consistency,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "all_different", &self.views, name)
    }

    fn statement(&self) -> Option<Statement> {
        Some(Statement::AllDifferent(self.views.clone()))
    }
}

/// Adds what makes the views consistent.
fn post_at(consistency: Consistency, views: Vec<View>, to: &mut Poster<'_>) {
    if consistency == Consistency::Bounds {
        to.add(Bounds::new(views));
    } else if let Some(narrow) = Narrow::new(&views, consistency, to) {
        to.add(narrow);
    } else {
        let taken = to.new_trailed(0);
        to.add(Value::new(views.clone(), taken, Domain::empty()));
        if consistency == Consistency::Domain {
            to.add(Matching::new(views, Domain::empty()));
        }
    }
}

/// Posts the constraint for a search that learns, which needs short explanations. Those of Hall sets are long, so these are looked for at
/// the root only.
///
/// Where each value has a place, nogoods say so, and a view takes its value from the others. Elsewhere intervals come before values: that
/// three views lie within 5..=7 is weaker than which one has which of these, and keeps the others out as well.
fn post_to_learn(views: Vec<View>, to: &mut Poster<'_>) {
    let consistency = to.consistency();
    if state_places(&views, to) {
        post_at(Consistency::Value, views.clone(), to);
    } else if consistency == Consistency::Domain {
        let taken = to.new_trailed(0);
        to.add(Bounds::new(views.clone()).at_cost(Cost::Linear));
        to.add(Value::new(views.clone(), taken, Domain::empty()).at_cost(Cost::Expensive));
    } else {
        return post_at(consistency, views, to);
    }
    if consistency == Consistency::Domain {
        to.add(AtRoot::new(views));
    }
}

/// More values than this are not gone through.
const MOST_PLACES: u64 = 256;

/// If the views have no more values together than there are views, each value has a place: states that to a driver that
/// keeps nogoods. Returns whether it is so.
fn state_places(views: &[View], to: &mut Poster<'_>) -> bool {
    let domains: Vec<Domain> = views.iter().map(|x| x.domain(to.store())).collect();
    if has_repeats(views) || domains.iter().any(|domain| domain.size() > MOST_PLACES) {
        return false;
    }
    let values = domains.iter().fold(Domain::empty(), |all, domain| all.union(domain));
    if values.size() != views.len() as u64 {
        return false;
    }
    for value in &values {
        let places = views.iter().zip(&domains).filter(|(_, domain)| domain.contains(value));
        let lost = places.filter_map(|(x, _)| x.differs(value)).collect::<Vec<Atom>>();
        to.state_nogood(lost);
    }
    true
}

/// The variables themselves, where all views have the same scale and offset.
fn plain(views: Vec<IntView>) -> Vec<IntView> {
    let alike = |view: &IntView| (view.scale(), view.offset()) == (views[0].scale(), views[0].offset());
    if views.iter().all(alike) { views.into_iter().map(|view| view.var.view()).collect() } else { views }
}

impl AllDifferent {
    /// Two views of one variable differ but for one value at most: a fact about that variable.
    pub(in crate::constraints) fn state_of_repeats(
        &self,
        views: &[View],
        to: &mut Poster<'_>,
    ) -> Result<(), Failure> {
        of_one_variable(views)
            .into_iter()
            .try_for_each(|(at, other)| ne(self.views[at], self.views[other]).post(to))
    }

    fn has_same_view(&self) -> bool {
        self.views.iter().enumerate().any(|(i, x)| self.views[..i].contains(x))
    }
}

/// Whether two of these views are of one variable.
fn has_repeats<V: Copy + Ord>(views: &[View<V>]) -> bool {
    let mut vars: Vec<V> = views.iter().map(|view| view.var).collect();
    vars.sort_unstable();
    repeats(&vars)
}

/// Whether two of these, which are sorted, are equal.
fn repeats<T: PartialEq>(sorted: &[T]) -> bool {
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The scope in parts that share no value, in the order of the scope.
fn value_disjoint(scope: &[(IntView, Domain)]) -> Vec<Vec<IntView>> {
    let mut parts: Vec<(Vec<usize>, Domain)> = Vec::new();
    for (i, (_, domain)) in scope.iter().enumerate() {
        // Most often all have the same values.
        let shares = |part: &(Vec<usize>, Domain)| part.1 == *domain || !part.1.is_disjoint(domain);
        let Some(first) = parts.iter().position(shares) else {
            parts.push((vec![i], domain.clone()));
            continue;
        };
        let (rest, mut part) =
            (parts.split_off(first + 1), parts.pop().expect("invariant: it was found there"));
        part.0.push(i);
        for other in rest {
            if shares(&other) {
                part.0.extend(other.0);
                part.1 = part.1.union(&other.1);
            } else {
                parts.push(other);
            }
        }
        if !domain.is_subset(&part.1) {
            part.1 = part.1.union(domain);
        }
        parts.push(part);
    }
    for (members, _) in &mut parts {
        members.sort_unstable();
    }
    parts.sort_unstable_by_key(|part| part.0[0]);
    parts.into_iter().map(|(members, _)| members.into_iter().map(|i| scope[i].0).collect()).collect()
}
