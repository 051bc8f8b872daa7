//! Test oracle for learning: every nogood is compared with a search that does not learn.

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::model::{IntVar, Model, Options, Solver};
use crate::search::brancher::{Brancher, MaxDensity, Ordered, ValueOrder, VariableOrder};
use crate::search::{DecisionPolicy, Dfs, LearningSearch, Limits};
use crate::store::{Atom, Interrupt};
use crate::testing::{MOST, Mistake};

/// Checks the nogoods that a search learns, and that it finds the solutions of a search that does not learn. It restarts after few
/// failures, and soon drops what it has learned. The explanations of a constraint of your own are
/// put together with those of others here, where [`check_constraint`](crate::testing::check_constraint) asks for one at a time. Another
/// search is asked for solutions under assumptions, and for those of them that exclude all; one more for the least value of a variable.
///
/// There are 36 kinds of search, by seed: half of them for all solutions, and half for those that differ in some of the variables. In half
/// of them, the first decisions go by the density of solutions.
///
/// ```
/// use residua::constraints::{all_different, lt};
/// use residua::model::Model;
/// use residua::testing::check_learning;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=4);
/// model.post(all_different(xs.clone()))?;
/// model.post((xs[0] + xs[1]).eq(xs[2] + xs[3]))?;
/// model.post(lt(xs[0], xs[1]))?;
/// check_learning(&model, 1)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// Every assignment of the domains is checked, and again for each nogood of the search: the product of the sizes of the domains is the
/// cost, and one beyond 16,384 is refused before anything is searched. Check models of few variables and values.
///
/// # Errors
/// The first mistake, described in a sentence; or that the domains have more than 16,384 assignments together.
pub fn check_learning(model: &Model, seed: u64) -> Result<(), Mistake> {
    let assignments = model.domains().iter().map(Domain::size).fold(1, u64::saturating_mul);
    if assignments > MOST {
        return Err(Mistake(format!(
            "the domains have {assignments} assignments together, each of which is gone through: at most {MOST} are"
        )));
    }
    let is_among = |var: &IntVar| (seed / 18 + var.index() as u64).is_multiple_of(2);
    let projection = (seed / 9 % 2 == 1).then(|| model.vars().filter(is_among).collect());
    let mut trial = Trial::new(model, seed, projection);
    while trial.advance()? {
        trial.pass()?;
    }
    if let Some(solution) = trial.expected.symmetric_difference(&trial.passed).next() {
        let what = if trial.passed.contains(solution) { "is none" } else { "was missed" };
        return Err(Mistake(format!("the solution {solution:?} {what}")));
    }
    Trial::new(model, seed, None).under_assumptions(seed)?;
    Trial::new(model, seed, None).minimising(seed)
}

/// A search that restarts and drops nogoods very often, and all solutions.
pub(super) struct Trial<'a> {
    pub(super) model: &'a Model,
    distinct: Distinct,
    pub(super) solver: Solver,
    pub(super) search: LearningSearch,
    pub(super) expected: BTreeSet<Vec<i32>>,
    /// The solutions that the search has excluded, or is about to exclude.
    pub(super) passed: BTreeSet<Vec<i32>>,
    /// The number of entries of the journal that were checked.
    checked: usize,
}

impl<'a> Trial<'a> {
    fn new(model: &'a Model, seed: u64, projection: Option<Vec<IntVar>>) -> Trial<'a> {
        let made = Solver::for_learning(model, Options::default(), &Interrupt::default())
            .expect("invariant: this interrupt never triggers");
        let vars: Vec<IntVar> = model.vars().collect();
        let orders = [VariableOrder::DomWdeg, VariableOrder::Input, VariableOrder::Largest];
        let order = Ordered::new(&vars, orders[(seed % 3) as usize], ValueOrder::Random(seed));
        let policies = [DecisionPolicy::Branchers, DecisionPolicy::Activity, DecisionPolicy::InTurn];
        let branchers: Vec<Box<dyn Brancher>> = vec![Box::new(order)];
        let search = LearningSearch::new(branchers, policies[(seed / 3 % 3) as usize], Limits::none());
        let dive = (seed / 18).is_multiple_of(2).then(|| MaxDensity::of(model).within(seed / 36 % 64));
        let search = match dive {
            Some(dive) => search.diving(dive, (seed / 9).is_multiple_of(2)),
            None => search,
        };
        let search = search.project(projection.as_deref()).stressed();
        let (solver, root) = (made.clone(), made.without_nogoods());
        let distinct = Distinct { of: projection.unwrap_or_else(|| vars.clone()), vars, root };
        let expected = distinct.with(&[]);
        Trial { model, distinct, solver, search, expected, passed: BTreeSet::new(), checked: 0 }
    }

    /// Advances to the next solution, and checks what was learned on the way; `false` if there are no more.
    pub(super) fn advance(&mut self) -> Result<bool, Mistake> {
        let more = self.search.advance(&mut self.solver);
        let journal = self.search.journal().expect("invariant: such a search keeps a journal");
        for nogood in &journal.learned[self.checked..] {
            let implies =
                |(at, atom): (usize, &Atom)| nogood[..at].iter().any(|&other| implies_either(other, *atom));
            if nogood.iter().enumerate().any(implies) {
                return Err(Mistake(format!("of the nogood {} one atom implies another", shown(nogood))));
            }
            let violated = self.distinct.with(nogood);
            if let Some(solution) = violated.difference(&self.passed).next() {
                return Err(Mistake(format!(
                    "the nogood {} was learned, and the solution {solution:?} has all of it",
                    shown(nogood)
                )));
            }
        }
        self.checked = journal.learned.len();
        match &journal.overlooked {
            Some(nogood) => Err(Mistake(format!("the nogood {} was overlooked", shown(nogood)))),
            None => Ok(more),
        }
    }

    /// Notes that the next call excludes the solution at hand.
    pub(super) fn pass(&mut self) -> Result<(), Mistake> {
        let solution = self.distinct.values(&self.solver);
        if self.passed.contains(&solution) {
            return Err(Mistake(format!("the solution {solution:?} was found twice")));
        }
        self.passed.insert(solution);
        Ok(())
    }
}

fn implies_either(a: Atom, b: Atom) -> bool {
    a.implies(b) || b.implies(a)
}

fn shown(nogood: &[Atom]) -> String {
    let atoms: Vec<String> = nogood.iter().map(ToString::to_string).collect();
    format!("[{}]", atoms.join(", "))
}

/// The solutions of a model, by a search that does not learn, as their values of some variables.
struct Distinct {
    vars: Vec<IntVar>,
    of: Vec<IntVar>,
    /// The solver at the root.
    root: Solver,
}

impl Distinct {
    /// The solutions in which these atoms of the engine are true.
    fn with(&self, atoms: &[Atom]) -> BTreeSet<Vec<i32>> {
        let mut solver = self.root.clone();
        if atoms.iter().any(|&atom| solver.engine_mut().assume(atom).is_err()) {
            return BTreeSet::new();
        }
        let order = Ordered::new(&self.vars, VariableOrder::Input, ValueOrder::Ascending);
        let mut dfs = Dfs::new(vec![Box::new(order)], Limits::none());
        let mut found = BTreeSet::new();
        while dfs.advance(&mut solver) {
            found.insert(self.values(&solver));
        }
        found
    }

    /// Their values in the solution at hand.
    fn values(&self, solver: &Solver) -> Vec<i32> {
        self.of.iter().map(|&var| solver.min(var)).collect()
    }
}
