//! Random instances of every constraint: the input of the other modules.
//!
//! Domains have holes, negative values and single values; terms repeat variables, scale and shift them; scopes may be
//! empty. A far value puts a domain into another representation without making it slow to enumerate.
//!
//! Each family has a file with the definitions of its constraints, and what they promise: [`Definition`] says what is needed.

mod all_different;
mod applied;
mod calculation;
mod cardinality;
mod channeling;
mod clause;
mod comparison;
mod counting;
mod cumulative;
mod disjunctive;
mod extensional;
mod extremum;
mod formula;
mod graph;
mod logic;
mod membership;
mod ordering;
mod packing;
mod rectangles;
mod sequence;
mod sum;

use proptest::prelude::*;
use proptest::strategy::Union;
use residua::constraints::{Consistency, Constraint};
use residua::model::{IntVar, IntView, Model};
use std::fmt::Debug;
use std::sync::Arc;

use crate::kinds::Kind;

pub(crate) use crate::catalogue::all_different::AllDifferent;
pub(crate) use crate::catalogue::calculation::Calculation;
pub(crate) use crate::catalogue::clause::Clause;
pub(crate) use crate::catalogue::comparison::{Compare, Sign};
pub(crate) use crate::catalogue::counting::{Literals, Side, Wanted};
pub(crate) use crate::catalogue::cumulative::schedules;
pub(crate) use crate::catalogue::disjunctive::Tasks;
pub(crate) use crate::catalogue::extensional::{Element, Regular, Table};
pub(crate) use crate::catalogue::extremum::Extremum;
pub(crate) use crate::catalogue::formula::far_formulas;
pub(crate) use crate::catalogue::ordering::{Chain, Lists};
pub(crate) use crate::catalogue::sum::{DistinctSum, Sum};

/// Variables by their values, and constraints over them.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// By variable: its values, ascending.
    pub(crate) domains: Vec<Vec<i32>>,
    pub(crate) rows: Vec<Row>,
}

/// `scale · x + offset`; the variable is taken modulo the number of variables, so that instances shrink freely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) var: usize,
    pub(crate) scale: i32,
    pub(crate) offset: i32,
}

/// What an instance knows of its constraint, sharing no code with the library.
pub(crate) trait Definition: Debug + Send + Sync {
    /// Its kind; `None` if it is not of the library.
    fn kind(&self) -> Option<Kind>;

    /// The terms of the scope, in order.
    fn terms(&self) -> Vec<Term>;

    /// The definition: whether it holds where the terms have these values.
    fn holds(&self, values: &[i64]) -> bool;

    /// The constraint, over these views, one for each term.
    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint>;

    /// What its propagators promise where a solver asks for `consistency`; `repeats` says whether a variable occurs twice.
    fn promise(&self, consistency: Consistency, repeats: bool) -> Promise;

    /// Whether it has a statement of its own; else it is encoded with auxiliary variables.
    fn is_stated(&self) -> bool {
        true
    }

    /// Whether propagation moves bounds where a stronger one would remove values inside the domain too, so that a residual,
    /// whose domains have holes, may be reduced further.
    fn works_on_bounds(&self, consistency: Consistency) -> bool {
        let _ = consistency;
        false
    }
}

/// The promised consistency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// Each value is in a solution.
    Domain,
    /// Each end of a view is in a solution over the hulls of the views.
    Bounds,
    /// The value of a fixed view is removed from all others.
    Value,
    /// Full assignments are decided, no more.
    Checking,
}

/// A constraint of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Row(Arc<dyn Definition>);

impl<D: Definition + 'static> From<D> for Row {
    fn from(definition: D) -> Row {
        Row(Arc::new(definition))
    }
}

impl std::ops::Deref for Row {
    type Target = dyn Definition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl Term {
    /// The first variables, as they are.
    pub(crate) fn plain(count: usize) -> Vec<Term> {
        (0..count).map(|var| Term { var, scale: 1, offset: 0 }).collect()
    }

    fn value(self, assignment: &[i32]) -> i64 {
        let value = assignment[self.var % assignment.len()];
        i64::from(self.scale) * i64::from(value) + i64::from(self.offset)
    }

    fn view(self, vars: &[IntVar]) -> IntView {
        vars[self.var % vars.len()] * self.scale + self.offset
    }
}

impl Row {
    /// Whether it holds where the variables have these values.
    pub(crate) fn holds_for(&self, assignment: &[i32]) -> bool {
        self.holds(&self.terms().iter().map(|term| term.value(assignment)).collect::<Vec<i64>>())
    }

    /// The constraint, over these variables.
    pub(crate) fn over(&self, vars: &[IntVar]) -> Arc<dyn Constraint> {
        self.constraint(&self.terms().iter().map(|term| term.view(vars)).collect::<Vec<IntView>>())
    }

    /// The variables of the scope, of `count`, repetitions kept.
    pub(crate) fn scope(&self, count: usize) -> Vec<usize> {
        self.terms().into_iter().map(|t| t.var % count).collect()
    }

    /// Whether some variable occurs in the scope twice.
    pub(crate) fn repeats(&self, count: usize) -> bool {
        let scope = self.scope(count);
        (0..scope.len()).any(|i| scope[..i].contains(&scope[i]))
    }
}

impl Instance {
    pub(crate) fn model(&self) -> Model {
        let mut model = Model::new();
        let vars: Vec<IntVar> = self.domains.iter().map(|d| model.int_var(d.clone())).collect();
        for row in &self.rows {
            let _ = model.post(row.over(&vars)).expect("the values are small");
        }
        model
    }

    pub(crate) fn holds(&self, assignment: &[i32]) -> bool {
        self.rows.iter().all(|row| row.holds_for(assignment))
    }
}

/// Which representations the domains of an instance may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forms {
    /// The small one only.
    Small,
    /// All three: by a value of 500, or of 100,000.
    All,
}

pub(crate) fn domain(forms: Forms) -> impl Strategy<Value = Vec<i32>> {
    let far = match forms {
        Forms::Small => Just(None).boxed(),
        Forms::All => prop_oneof![5 => Just(None), 1 => Just(Some(500)), 1 => Just(Some(100_000))].boxed(),
    };
    (prop::collection::btree_set(-2..=4i32, 1..=5), far).prop_map(|(mut values, far)| {
        values.extend(far);
        values.into_iter().collect()
    })
}

fn term() -> impl Strategy<Value = Term> {
    let scale =
        prop_oneof![6 => Just(1), 1 => Just(-1), 1 => Just(2), 1 => Just(-2), 1 => Just(3), 1 => Just(0)];
    (0..6usize, scale, prop_oneof![2 => Just(0), 1 => -3..=3i32]).prop_map(|(var, scale, offset)| Term {
        var,
        scale,
        offset,
    })
}

/// Typical scopes: plain variables, or all shifted, so that the narrow and the incremental forms are tested too.
/// Distinct variables, from the first on.
fn plain_terms() -> impl Strategy<Value = Vec<Term>> {
    prop::collection::vec(prop_oneof![3 => Just(0), 1 => -2..=2i32], 2..=5).prop_map(|offsets| {
        offsets.into_iter().enumerate().map(|(var, offset)| Term { var, scale: 1, offset }).collect()
    })
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    prop_oneof![plain_terms(), prop::collection::vec(term(), 0..=5)]
}

/// Any constraint of the catalogue.
pub(crate) fn row() -> impl Strategy<Value = Row> {
    let families = [
        (4, comparison::rows()),
        (1, membership::rows()),
        (4, all_different::rows()),
        (4, sum::rows()),
        (4, channeling::rows()),
        (3, sequence::rows()),
        (3, clause::rows()),
        (4, logic::rows()),
        (4, extremum::rows()),
        (4, calculation::rows()),
        (4, counting::rows()),
        (3, cardinality::rows()),
        (4, ordering::rows()),
        (10, extensional::rows()),
        (6, formula::rows()),
        (4, applied::rows()),
        (2, graph::rows()),
        (2, packing::rows()),
        (3, cumulative::rows()),
        (2, disjunctive::rows()),
        (2, rectangles::rows()),
    ];
    Union::new_weighted(families.to_vec())
}

/// One constraint over up to five variables.
pub(crate) fn single(forms: Forms) -> impl Strategy<Value = Instance> {
    let any = (prop::collection::vec(domain(forms), 1..=5), row())
        .prop_map(|(domains, row)| Instance { domains, rows: vec![row] });
    prop_oneof![8 => any, 2 => all_different::crowded(forms), 1 => graph::tours(), 1 => schedules(), 1 => disjunctive::crowds(), 1 => rectangles::crowds()]
}

/// Up to five constraints of any kind over up to four variables.
pub(crate) fn mixed() -> impl Strategy<Value = Instance> {
    (prop::collection::vec(domain(Forms::All), 1..=4), prop::collection::vec(row(), 0..=5))
        .prop_map(|(domains, rows)| Instance { domains, rows })
}

/// The same of constraints that are encoded without auxiliary variables, of which tests of encodings would have to know.
pub(crate) fn stated() -> impl Strategy<Value = Instance> {
    mixed().prop_map(|mut instance| {
        instance.rows.retain(|row| row.is_stated());
        instance
    })
}

pub(crate) fn consistency() -> impl Strategy<Value = Consistency> {
    prop::sample::select(Consistency::ALL.to_vec())
}

/// The given number of random cases, times `RESIDUA_DEPTH`. Failures found are kept as named tests, not in a file of
/// seeds.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(times_depth(count as usize) as u32)
    }
}

/// The given number, scaled by `RESIDUA_DEPTH`.
pub(crate) fn times_depth(count: usize) -> usize {
    (count as f64 * depth()).round() as usize
}

/// The factor on the usual number of cases: more for a thorough search, a fraction where tests are slow to run.
pub(crate) fn depth() -> f64 {
    std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0)
}
