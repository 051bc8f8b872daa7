//! pumpkin-solver 0.5, with clause learning by resolution. A solution is blocked by a clause over the variables to decide, as
//! pumpkin's own iterator does over all variables.

use cpu_time::ThreadTime;
use pumpkin_solver::Solver;
use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::branching::Brancher;
use pumpkin_solver::core::branching::branchers::dynamic_brancher::DynamicBrancher;
use pumpkin_solver::core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_solver::core::branching::value_selection::InDomainMin;
use pumpkin_solver::core::branching::variable_selection::{FirstFail, InputOrder};
use pumpkin_solver::core::predicate;
use pumpkin_solver::core::predicates::Predicate;
use pumpkin_solver::core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_solver::core::termination::TerminationCondition;
use pumpkin_solver::core::variables::{AffineView, DomainId, TransformableVariable};

use crate::problem::{Constraint, Problem, Relation};
use crate::{Found, Stop};

/// Which variable is decided next.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Search {
    /// In the order that the line gives, the least value first.
    Given,
    /// As pumpkin does by default: by activity.
    Free,
}

struct Until<'a>(&'a Stop);

impl TerminationCondition for Until<'_> {
    fn should_stop(&mut self) -> bool {
        self.0.is_due()
    }
}

pub(crate) fn enumerate(problem: &Problem, search: Search, stop: &Stop) -> Option<Found> {
    let mut solver = Solver::default();
    let domains = problem.domains.iter();
    let vars: Vec<DomainId> =
        domains.map(|&(least, greatest)| solver.new_bounded_integer(least, greatest)).collect();
    for constraint in &problem.constraints {
        post(&mut solver, &vars, constraint);
    }
    let decided: Vec<DomainId> = problem.branch.iter().map(|&var| vars[var]).collect();
    let mut branchers: Vec<Box<dyn Brancher>> = Vec::new();
    if search == Search::Given && problem.is_first_fail {
        branchers
            .push(Box::new(IndependentVariableValueBrancher::new(FirstFail::new(&decided), InDomainMin)));
    } else if search == Search::Given {
        branchers
            .push(Box::new(IndependentVariableValueBrancher::new(InputOrder::new(&decided), InDomainMin)));
    }
    // Also for the variables that pumpkin makes to take tables apart.
    branchers.push(Box::new(solver.default_brancher()));
    let mut brancher = DynamicBrancher::new(branchers);
    let mut resolver = ResolutionResolver::default();
    let start = ThreadTime::now();
    let mut solutions = 0;
    loop {
        let blocking: Vec<Predicate> = match solver.satisfy(&mut brancher, &mut Until(stop), &mut resolver) {
            SatisfactionResult::Satisfiable(found) => {
                let solution = found.solution();
                decided.iter().map(|&var| predicate!(var != solution.get_integer_value(var))).collect()
            }
            SatisfactionResult::Unsatisfiable(..) => break,
            SatisfactionResult::Unknown(..) => return None,
        };
        solutions += 1;
        if problem.is_one_enough {
            break;
        }
        let tag = solver.new_constraint_tag();
        solver.add_clause(blocking, tag);
    }
    Some(Found { solutions, seconds: start.elapsed().as_secs_f64() })
}

fn post(solver: &mut Solver, vars: &[DomainId], constraint: &Constraint) {
    let tag = solver.new_constraint_tag();
    match constraint {
        Constraint::Different(pairs) => {
            let different: Vec<AffineView<DomainId>> =
                pairs.iter().map(|&(offset, var)| vars[var].offset(offset)).collect();
            solver.add_constraint(pumpkin_solver::all_different(different, tag)).post();
        }
        Constraint::Linear(relation, terms, constant) => {
            let terms: Vec<AffineView<DomainId>> =
                terms.iter().map(|&(factor, var)| vars[var].scaled(factor)).collect();
            match relation {
                Relation::Equal => {
                    solver.add_constraint(pumpkin_solver::equals(terms, *constant, tag)).post();
                }
                Relation::AtMost => {
                    solver.add_constraint(pumpkin_solver::less_than_or_equals(terms, *constant, tag)).post();
                }
                Relation::Unequal => {
                    solver.add_constraint(pumpkin_solver::not_equals(terms, *constant, tag)).post();
                }
            }
        }
        &Constraint::Distance([a, b, result]) => {
            let [a, b, result] = [a, b, result].map(|var| vars[var]);
            let least = solver.lower_bound(&a) - solver.upper_bound(&b);
            let greatest = solver.upper_bound(&a) - solver.lower_bound(&b);
            let difference = solver.new_bounded_integer(least, greatest);
            let terms = [a.scaled(1), b.scaled(-1), difference.scaled(-1)];
            solver.add_constraint(pumpkin_solver::equals(terms, 0, tag)).post();
            let tag = solver.new_constraint_tag();
            solver.add_constraint(pumpkin_solver::absolute(difference, result, tag)).post();
        }
        Constraint::Table { scope, rows } => {
            let scope: Vec<DomainId> = scope.iter().map(|&var| vars[var]).collect();
            solver.add_constraint(pumpkin_solver::table(scope, rows.clone(), tag)).post();
        }
    }
}
