//! Implied clauses from values that some variables have to take: no variable that differs from all that are left can have the value.
//!
//! Of variables at least one, or at least `k`, have a value. A variable that differs from several of them has the value only if
//! enough of the others do. By itself, a counting constraint sees that only once all but `k` have lost the value, and an `all_different` not at
//! all.
//!
//! | Promise | |
//! |---|---|
//! | Finds | clauses and `at_least` of atoms `x = v` with the same value, also within `all_of`; variables that differ by an `all_different` or a `≠` |
//! | Cost | O(variables that differ from those of the atoms), stopped after a million steps or ten thousand clauses |

use std::collections::BTreeMap;

use crate::constraints::{
    AllOf, Amount, Clause, Comparator, Comparison, Constraint, NumberOf, Operand, clause,
};
use crate::model::implied::different;
use crate::model::{IntAtom, IntVar, IntView, Model};
use crate::store::Relation;

/// The most steps.
const MOST_WORK: usize = 1_000_000;

/// The most clauses.
const MOST: usize = 10_000;

/// Atoms of more variables say too little.
const LONGEST: usize = 16;

/// A requirement that at least `times` of these variables have the value.
struct Required {
    posted: usize,
    vars: Vec<IntVar>,
    value: i32,
    times: usize,
}

/// The implied clauses, each with the number of the constraint that asks for the value.
pub(super) fn required_values(model: &Model) -> Vec<(usize, Box<dyn Constraint>)> {
    let mut required = Vec::new();
    for (number, posted) in model.posted.iter().enumerate() {
        collect(number, &*posted.constraint, &mut required);
    }
    if required.is_empty() {
        return Vec::new();
    }
    let scopes = Scopes::of(model);
    let (mut work, mut told) = (0, Vec::new());
    for required in &required {
        for (other, seen) in scopes.differing(&required.vars, &mut work) {
            let vars = (0..).zip(&required.vars);
            let apart: Vec<IntVar> =
                vars.filter(|(at, _)| seen >> at & 1 == 0).map(|(_, &var)| var).collect();
            if !required.vars.contains(&other) && model.domains[other.index()].contains(required.value) {
                told.extend(required.clause(other, &apart).map(|clause| (required.posted, clause)));
            }
        }
        if work > MOST_WORK || told.len() > MOST {
            break;
        }
    }
    told
}

impl Required {
    /// What follows for another variable, if that is more than each constraint by itself sees; it differs from all but `apart`.
    fn clause(&self, other: IntVar, apart: &[IntVar]) -> Option<Box<dyn Constraint>> {
        let has_not = !other.is(self.value);
        if apart.len() < self.times {
            return Some(Box::new(clause([has_not])));
        }
        let is_new = self.times == 1 && apart.len() + 2 <= self.vars.len();
        is_new.then(|| -> Box<dyn Constraint> {
            Box::new(clause([has_not].into_iter().chain(apart.iter().map(|var| var.is(self.value)))))
        })
    }
}

/// Collects what a constraint requires.
fn collect(posted: usize, constraint: &dyn Constraint, into: &mut Vec<Required>) {
    let any = constraint.as_any();
    if let Some(all) = any.downcast_ref::<AllOf>() {
        all.parts.iter().for_each(|part| collect(posted, &**part, into));
    } else if let Some(clause) = any.downcast_ref::<Clause>() {
        into.extend(required(posted, &clause.literals, 1));
    } else if let Some(count) = any.downcast_ref::<NumberOf>()
        && let (Comparator::Ge | Comparator::Eq, Amount::Equal(Operand::Constant(times))) =
            (count.comparator, count.count)
    {
        into.extend(usize::try_from(times).ok().and_then(|times| required(posted, &count.literals, times)));
    }
}

/// That many of these atoms are true, if they are of different variables and of one value.
fn required(posted: usize, atoms: &[IntAtom], times: usize) -> Option<Required> {
    let value = atoms.first()?.value();
    let is_of_value = |atom: &IntAtom| atom.relation() == Relation::Eq && atom.value() == value;
    if times == 0 || atoms.len() > LONGEST || !atoms.iter().all(is_of_value) {
        return None;
    }
    let vars: Vec<IntVar> = atoms.iter().map(|atom| atom.var()).collect();
    let is_twice = (1..vars.len()).any(|at| vars[..at].contains(&vars[at]));
    (!is_twice).then_some(Required { posted, vars, value, times })
}

/// Which variables differ from which.
struct Scopes {
    /// By number: variables that all differ.
    members: Vec<Vec<IntVar>>,
    /// By variable: the numbers of those that it is in.
    of_var: Vec<Vec<u32>>,
}

impl Scopes {
    fn of(model: &Model) -> Scopes {
        let mut scopes = Scopes { members: Vec::new(), of_var: vec![Vec::new(); model.domains.len()] };
        for posted in &model.posted {
            let of_two = || match (*posted.constraint).as_any().downcast_ref::<Comparison>()? {
                Comparison { left, comparator: Comparator::Ne, right: Operand::View(right) } => {
                    Some(vec![*left, *right]).filter(|_| left.is_plain() && right.is_plain())
                }
                _ => None,
            };
            let of_all = different(&*posted.constraint).map(<[IntView]>::to_vec);
            let Some(views) = of_all.or_else(of_two) else { continue };
            for view in &views {
                scopes.of_var[view.var.index()].push(scopes.members.len() as u32);
            }
            scopes.members.push(views.into_iter().map(|view| view.var).collect());
        }
        scopes
    }

    /// The variables that differ from some of these, no more than [`LONGEST`], each with a bit for each of these that it differs from.
    fn differing(&self, from: &[IntVar], work: &mut usize) -> BTreeMap<IntVar, u32> {
        let mut seen: BTreeMap<IntVar, u32> = BTreeMap::new();
        for (at, var) in from.iter().enumerate() {
            for &scope in &self.of_var[var.index()] {
                let members = &self.members[scope as usize];
                *work += members.len();
                for &other in members.iter().filter(|&other| other != var) {
                    *seen.entry(other).or_default() |= 1 << at;
                }
            }
        }
        seen
    }
}
