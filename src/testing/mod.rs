//! Test oracles for custom constraints: the promises of [`Constraint`] and of its propagators, checked by enumeration.
//!
//! A constraint is asked over a model with few values, where all assignments can be gone through: its checker is the
//! definition, and everything else is compared with it. The first promise that does not hold is described in a sentence.
//!
//! ```
//! use residua::constraints::all_different;
//! use residua::model::Model;
//! use residua::testing::check_constraint;
//!
//! let mut model = Model::new();
//! let xs = model.int_vars("x", 3, -1..=2);
//! check_constraint(&model, all_different([xs[0].view(), xs[1] + 1, xs[2] * 2]))?;
//! # Ok::<(), residua::testing::Mistake>(())
//! ```

mod assumptions;
mod implied;
mod learned_nogood;
mod learning;
mod minimising;
mod reified;
mod thresholds;
mod truths;

use std::cell::RefCell;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::constraints::{Constraint, Simplified};
use crate::domain::Domain;
use crate::engine::Consistency;
use crate::model::{IntAtom, IntVar, IntView, Model, Options, Solver};
use crate::search::Random;
use crate::store::Domains;

#[doc(hidden)]
pub use crate::testing::implied::grouped_sum;
pub use crate::testing::learned_nogood::{LearnedNogood, learned_nogoods};
pub use crate::testing::learning::check_learning;
#[cfg(feature = "dense")]
#[doc(hidden)]
pub use crate::testing::thresholds::impatient;
#[doc(hidden)]
pub use crate::testing::thresholds::{conflicts_impatiently, inspect_impatiently, relations_impatiently};
#[cfg(feature = "threads")]
#[doc(hidden)]
pub use crate::testing::thresholds::{counter_by_threads, inspect_by_threads};
#[doc(hidden)]
pub use crate::testing::truths::check_truths;

/// A mistake: a promise that a constraint does not keep, described in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake(String);

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Mistake {}

/// More assignments than this are not gone through.
const MOST: u64 = 1 << 14;

/// The number of random walks through a search tree at each consistency, from the whole domains and from parts of them, and
/// the number of steps of each.
const WALKS: usize = 200;
const STEPS: usize = 8;

/// The number of parts of the domains that are simplified on.
const PARTS: usize = 200;

/// Checks a constraint over the variables of `model`, whose own constraints do not matter:
///
/// | promise | |
/// |---|---|
/// | scope | the checker asks for no other variable, and no propagator changes one |
/// | statement | it holds where the checker does |
/// | mapping | over other variables it says the same of them; over its own it is equal to itself |
/// | simplifier | what is left is equivalent under any part of the domains, and repeated simplification ends |
/// | soundness | no run removes a value that is part of a solution, or fails where there is one |
/// | completeness | once all of its variables are fixed, a violation is found |
/// | claims | an entailed constraint is, and a fixpoint is one |
/// | explanations | premises were true before, are of its scope, and imply what they explain |
/// | search | it has the solutions of the checker, at any consistency |
/// | reification | as an atom, reified and implied it is true where the checker accepts, also for a search that learns |
///
/// It is deterministic. Ask about repeated variables, fixed ones, holes, negative values and views by models and constraints
/// that have them.
///
/// # Errors
/// The first mistake, described in a sentence; or that the domains have more than 16,384 assignments together.
///
/// # Complexity
/// Some thousand times the number of assignments.
pub fn check_constraint(model: &Model, constraint: impl Constraint + 'static) -> Result<(), Mistake> {
    let mut model = model.without_constraints();
    let id = model.post(constraint).map_err(|error| Mistake(format!("it cannot be posted: {error}")))?;
    let checked = Checked { constraint: Arc::clone(model.constraint(id)), model };
    checked.all().map_err(|what| Mistake(format!("{}: {what}", checked.model.describe_constraint(id))))
}

/// The only constraint of a model.
struct Checked {
    model: Model,
    constraint: Arc<dyn Constraint>,
}

impl Checked {
    fn all(&self) -> Result<(), String> {
        let count = self.model.domains().iter().map(Domain::size).fold(1, u64::saturating_mul);
        if count > MOST {
            return Err(format!(
                "it is asked over {count} assignments, more than the {MOST} that are gone through"
            ));
        }
        let all = assignments(self.model.domains());
        for assignment in &all {
            self.scope(assignment)?;
            self.statement(assignment)?;
        }
        self.mapping(&all)?;
        let mut random = Random::new(0x5eed);
        for _ in 0..PARTS {
            self.simplifier(&random.parts(self.model.domains()))?;
        }
        for consistency in Consistency::ALL {
            // To propagate on the whole domains takes the longest, and comes out the same each time.
            let whole = self.propagated(consistency, self.model.domains())?;
            for _ in 0..WALKS {
                if let Some(solver) = whole.clone() {
                    self.walk(consistency, solver, &mut random)?;
                }
                // Only parts show the behaviour of a constraint whose scope is partly fixed from the start.
                let parts = random.parts(self.model.domains());
                if let Some(solver) = self.propagated(consistency, &parts)? {
                    self.walk(consistency, solver, &mut random)?;
                }
            }
            self.search(consistency, &all)?;
        }
        self.reified(&all)
    }

    fn holds(&self, assignment: &[i32]) -> bool {
        self.constraint.check(&|view| view.apply(assignment[view.var.index()]))
    }

    fn shown(&self, assignment: &[i32]) -> String {
        let pair = |(var, value): (IntVar, &i32)| format!("{} = {value}", self.model.name(var));
        self.model.vars().zip(assignment).map(pair).collect::<Vec<_>>().join(", ")
    }

    fn scope(&self, assignment: &[i32]) -> Result<(), String> {
        let scope: Vec<IntVar> = self.constraint.scope().iter().map(|view| view.var).collect();
        let outside = RefCell::new(None);
        let value = |view: IntView| {
            if !scope.contains(&view.var) {
                outside.borrow_mut().get_or_insert(view);
            }
            assignment.get(view.var.index()).map_or(0, |&value| view.apply(value))
        };
        self.constraint.check(&value);
        outside.into_inner().map_or(Ok(()), |view| {
            Err(format!("its checker asks for {}, which is not in its scope", self.model.name_view(view)))
        })
    }

    fn statement(&self, assignment: &[i32]) -> Result<(), String> {
        let Some(statement) = self.constraint.statement() else { return Ok(()) };
        let states = statement.holds(&|view| view.apply(assignment[view.var.index()]));
        if states == self.holds(assignment) {
            return Ok(());
        }
        let says = |holds| if holds { "accepts" } else { "refuses" };
        let (statement, checker) = (says(states), says(self.holds(assignment)));
        Err(format!("its statement {statement} {}, which its checker {checker}", self.shown(assignment)))
    }

    /// The constraint over other variables: each is one of its own less 3, and they are numbered from the end.
    fn mapping(&self, all: &[Vec<i32>]) -> Result<(), String> {
        const SHIFT: i32 = 3;
        let same = self.constraint.map(&|view| view);
        if *same != *self.constraint {
            return Err("mapped to its own views it is not equal to itself".to_owned());
        }
        let mut other = Model::new();
        let vars: Vec<IntVar> = self.model.domains().iter().map(|_| other.int_var(0)).rev().collect();
        let to = |view: IntView| view.over(vars[view.var.index()] + SHIFT).unwrap_or(view);
        let mapped = self.constraint.map(&to);
        let expected: Vec<IntView> = self.constraint.scope().into_iter().map(to).collect();
        // A constraint may be over atoms, which are of variables: a view of one is not a view of another.
        let vars_of = |views: &[IntView]| views.iter().map(|view| view.var).collect::<Vec<_>>();
        if vars_of(&mapped.scope()) != vars_of(&expected) {
            return Err(
                "mapped to other views its scope is not made of these: is each view mapped?".to_owned()
            );
        }
        for assignment in all {
            let value = |view: IntView| {
                let of = vars.iter().position(|var| *var == view.var);
                of.map_or(0, |at| view.apply(assignment[at] - SHIFT))
            };
            if mapped.check(&value) != self.holds(assignment) {
                let shown = self.shown(assignment);
                return Err(format!(
                    "mapped to other views it says something else of {shown}: is each view mapped?"
                ));
            }
        }
        Ok(())
    }

    fn simplifier(&self, domains: &[Domain]) -> Result<(), String> {
        let under = || {
            let pair = |(var, domain): (IntVar, &Domain)| format!("{} in {domain}", self.model.name(var));
            self.model.vars().zip(domains).map(pair).collect::<Vec<_>>().join(", ")
        };
        let mut waiting = vec![Arc::clone(&self.constraint)];
        let mut left: Option<Vec<Arc<dyn Constraint>>> = Some(Vec::new());
        for _ in 0..1000 {
            let Some(next) = waiting.pop() else { break };
            match next.simplify(&domains as &dyn Domains<IntVar>) {
                Simplified::Entailed => {}
                Simplified::Violated => left = None,
                Simplified::Unchanged => left.iter_mut().for_each(|left| left.push(Arc::clone(&next))),
                Simplified::Into(parts) => waiting.extend(parts),
            }
        }
        if !waiting.is_empty() {
            return Err(format!("under {} it is simplified without an end", under()));
        }
        for assignment in assignments(domains) {
            let value = |view: IntView| view.apply(assignment[view.var.index()]);
            let says = left.as_ref().is_some_and(|left| left.iter().all(|part| part.check(&value)));
            if says != self.holds(&assignment) {
                let what = match &left {
                    None => "violated".to_owned(),
                    Some(left) if left.is_empty() => "entailed".to_owned(),
                    Some(left) => {
                        let parts = left.iter().map(|part| self.model.show(&**part).to_string());
                        parts.collect::<Vec<_>>().join(" and ")
                    }
                };
                let (under, shown) = (under(), self.shown(&assignment));
                return Err(format!("under {under} it is simplified to {what}, which is wrong for {shown}"));
            }
        }
        Ok(())
    }

    /// A solver at the root of a search in these domains, with every run checked; `None` if that fails.
    fn propagated(&self, consistency: Consistency, domains: &[Domain]) -> Result<Option<Solver>, String> {
        let options = Options { consistency, record: true, merge_equal: false, check_claims: true };
        let mut model = self.model.clone();
        for (var, domain) in self.model.vars().zip(domains) {
            model.set_domain(var, domain);
        }
        let mut solver = Solver::new(&model, options).keeping_mistakes();
        if self.survives(consistency, &mut solver)? {
            return Ok(Some(solver));
        }
        self.has_none(consistency, domains)?;
        Ok(None)
    }

    /// Decides at random from there on, and has every run checked.
    fn walk(&self, consistency: Consistency, mut solver: Solver, random: &mut Random) -> Result<(), String> {
        for _ in 0..STEPS {
            let Some(decision) = random.decision(&self.model, &solver) else { return Ok(()) };
            solver.push();
            let _ = solver.assume(decision);
            if !self.survives(consistency, &mut solver)? {
                solver.pop();
            }
        }
        Ok(())
    }

    /// Whether propagation does not fail, if it makes no mistake.
    fn survives(&self, consistency: Consistency, solver: &mut Solver) -> Result<bool, String> {
        let survives = solver.propagate().is_ok();
        let Some(mistake) = solver.take_mistake() else { return Ok(survives) };
        let described = format!("{}: ", self.model.show(&*self.constraint));
        let what = mistake.strip_prefix(&described).unwrap_or(&mistake);
        Err(format!("at {consistency} consistency, {what}"))
    }

    /// Checks that domains in which the root fails have no solution; facts stated by posting are checked only here.
    fn has_none(&self, consistency: Consistency, domains: &[Domain]) -> Result<(), String> {
        let solution = assignments(domains).into_iter().find(|assignment| self.holds(assignment));
        solution.map_or(Ok(()), |solution| {
            let shown = self.shown(&solution);
            Err(format!("at {consistency} consistency, posting it fails, though {shown} satisfies it"))
        })
    }

    fn search(&self, consistency: Consistency, all: &[Vec<i32>]) -> Result<(), String> {
        let options = Options { consistency, merge_equal: false, ..Options::default() };
        let mut found: Vec<Vec<i32>> = self
            .model
            .search()
            .options(options)
            .solutions()
            .map(|solution| solution.values().to_vec())
            .collect();
        found.sort_unstable();
        let mut expected: Vec<Vec<i32>> =
            all.iter().filter(|assignment| self.holds(assignment)).cloned().collect();
        expected.sort_unstable();
        let lost = expected.iter().find(|solution| found.binary_search(solution).is_err());
        let invented = found.iter().find(|solution| expected.binary_search(solution).is_err());
        match (lost, invented) {
            (Some(lost), _) => {
                Err(format!("at {consistency} consistency, a search does not find {}", self.shown(lost)))
            }
            (_, Some(invented)) => {
                let shown = self.shown(invented);
                Err(format!(
                    "at {consistency} consistency, a search finds {shown}, which its checker refuses"
                ))
            }
            (None, None) => Ok(()),
        }
    }
}

/// All assignments of values of these domains.
fn assignments(domains: &[Domain]) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        let longer = |head: &Vec<i32>| {
            let with = |value| head.iter().copied().chain([value]).collect();
            domain.iter().map(with).collect::<Vec<Vec<i32>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Random {
    /// A part of each domain that is not empty, if the domain is not.
    fn parts(&mut self, domains: &[Domain]) -> Vec<Domain> {
        let mut part = |domain: &Domain| {
            let keep = 1 + self.below(4);
            let part: Domain = domain.iter().filter(|_| self.below(4) < keep).collect();
            if part.is_empty() { domain.clone() } else { part }
        };
        domains.iter().map(&mut part).collect()
    }

    /// A decision on an open variable; `None` where all are fixed.
    fn decision(&mut self, model: &Model, solver: &Solver) -> Option<IntAtom> {
        let open: Vec<IntVar> = model.vars().filter(|&var| solver.value(var).is_none()).collect();
        let var = *open.get(self.below(open.len()))?;
        let values: Vec<i32> = solver.domain(var).iter().collect();
        let at = self.below(values.len() - 1);
        Some(match self.below(4) {
            0 => var.is(values[at]),
            1 => var.is_not(values[at]),
            2 => var.at_most(values[at]),
            _ => var.at_least(values[at + 1]),
        })
    }
}
