//! The oracle of learning: every nogood is compared with a search that learns nothing.

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::model::{IntVar, Model, Options, Solver};
use crate::search::brancher::{Ordered, ValueOrder, VariableOrder};
use crate::search::{Dfs, Lead, LearningSearch, Limits};
use crate::store::Atom;
use crate::testing::{MOST, Mistake};

/// Checks what a search learns from the dead ends of a model, and that it finds the solutions of one that learns nothing. The search is
/// one of many dead ends: it starts over after few, and soon drops what it has learned. The explanations of a constraint of your own are
/// put together with those of others here, where [`check_constraint`](crate::testing::check_constraint) asks for one at a time.
///
/// There are 18 kinds of search, by seed: nine for all solutions, and nine for those that differ in some of the variables.
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
/// # Errors
/// The first mistake, described in a sentence; or that the domains have more than 16,384 assignments together.
pub fn check_learning(model: &Model, seed: u64) -> Result<(), Mistake> {
    let assignments = model.domains().iter().map(Domain::size).fold(1, u64::saturating_mul);
    if assignments > MOST {
        return Err(Mistake(format!("{assignments} assignments are too many to go through")));
    }
    let vars: Vec<IntVar> = model.vars().collect();
    let is_among = |var: &IntVar| (seed / 18 + var.index() as u64).is_multiple_of(2);
    let projection: Option<Vec<IntVar>> =
        (seed / 9 % 2 == 1).then(|| vars.iter().copied().filter(is_among).collect());
    let distinct = Distinct {
        vars: &vars,
        of: projection.as_ref().unwrap_or(&vars),
        solver: Solver::for_learning(model, Options::default()),
    };
    let expected = distinct.with(&[]);
    let orders = [VariableOrder::DomWdeg, VariableOrder::Input, VariableOrder::Largest];
    let order = Ordered::new(&vars, orders[(seed % 3) as usize], ValueOrder::Random(seed));
    let leads = [Lead::Branchers, Lead::Activity, Lead::InTurn];
    let search = LearningSearch::new(vec![Box::new(order)], leads[(seed / 3 % 3) as usize], Limits::none());
    let mut search = search.project(projection.as_deref()).impatient();
    let mut own = distinct.solver.clone();
    let (mut found, mut checked) = (BTreeSet::new(), 0);
    loop {
        let more = search.advance(&mut own);
        let journal = search.journal().expect("invariant: an impatient search keeps a journal");
        for nogood in &journal.learned[checked..] {
            let implies =
                |(at, atom): (usize, &Atom)| nogood[..at].iter().any(|&other| implies_either(other, *atom));
            if nogood.iter().enumerate().any(implies) {
                return Err(Mistake(format!("of the nogood {} one atom implies another", shown(nogood))));
            }
            let violated = distinct.with(nogood);
            if let Some(solution) = violated.difference(&found).next() {
                return Err(Mistake(format!(
                    "the nogood {} was learned, and the solution {solution:?} has all of it",
                    shown(nogood)
                )));
            }
        }
        checked = journal.learned.len();
        if let Some(nogood) = &journal.overlooked {
            return Err(Mistake(format!("the nogood {} was overlooked", shown(nogood))));
        }
        if !more {
            break;
        }
        let solution = distinct.values(&own);
        if !found.insert(solution.clone()) {
            return Err(Mistake(format!("the solution {solution:?} was found twice")));
        }
    }
    if let Some(solution) = expected.symmetric_difference(&found).next() {
        let what = if found.contains(solution) { "is none" } else { "was missed" };
        return Err(Mistake(format!("the solution {solution:?} {what}")));
    }
    Ok(())
}

fn implies_either(a: Atom, b: Atom) -> bool {
    a.implies(b) || b.implies(a)
}

fn shown(nogood: &[Atom]) -> String {
    let atoms: Vec<String> = nogood.iter().map(ToString::to_string).collect();
    format!("[{}]", atoms.join(", "))
}

/// The solutions of a model, by a search that learns nothing, as their values of some variables.
struct Distinct<'a> {
    vars: &'a [IntVar],
    of: &'a [IntVar],
    solver: Solver,
}

impl Distinct<'_> {
    /// Those in which these atoms of the engine are true.
    fn with(&self, atoms: &[Atom]) -> BTreeSet<Vec<i32>> {
        let mut solver = self.solver.clone();
        if atoms.iter().any(|&atom| solver.engine_mut().assume(atom).is_err()) {
            return BTreeSet::new();
        }
        let order = Ordered::new(self.vars, VariableOrder::Input, ValueOrder::Ascending);
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
