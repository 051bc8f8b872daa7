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
    let solver = Solver::for_learning(model, Options::default());
    let expected = solutions(model, solver.clone(), &[]);
    let vars: Vec<IntVar> = model.vars().collect();
    let orders = [VariableOrder::DomWdeg, VariableOrder::Input, VariableOrder::Largest];
    let order = Ordered::new(&vars, orders[(seed % 3) as usize], ValueOrder::Random(seed));
    let leads = [Lead::Branchers, Lead::Activity, Lead::InTurn];
    let branchers: Vec<Box<dyn crate::search::brancher::Brancher>> = vec![Box::new(order)];
    let mut search =
        LearningSearch::new(branchers, leads[(seed / 3 % 3) as usize], Limits::none()).impatient();
    let mut own = solver.clone();
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
            let violated = solutions(model, solver.clone(), nogood);
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
        let solution = own.least_values().values().to_vec();
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

/// The solutions in which these atoms of the engine are true, by a search that learns nothing.
fn solutions(model: &Model, mut solver: Solver, atoms: &[Atom]) -> BTreeSet<Vec<i32>> {
    if atoms.iter().any(|&atom| solver.engine_mut().assume(atom).is_err()) {
        return BTreeSet::new();
    }
    let vars: Vec<IntVar> = model.vars().collect();
    let order = Ordered::new(&vars, VariableOrder::Input, ValueOrder::Ascending);
    let mut dfs = Dfs::new(vec![Box::new(order)], Limits::none());
    std::iter::from_fn(|| dfs.next_solution(&mut solver)).map(|solution| solution.values().to_vec()).collect()
}
