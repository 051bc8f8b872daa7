//! Implications between values: one variable's value that fixes another's in all solutions.
//!
//! For each value of each variable, the solutions found that have it either agree on another variable, or refute that
//! it is fixed. Where they agree, propagation may show it, otherwise one search decides.
//!
//! | Promise | |
//! |---|---|
//! | Cost | those of [exact domains](crate::inspect::Strength::Exact); a propagation for each value, a search for each implication that propagation does not show, and one for each solution that refutes more; O(values · variables) memory |
//! | Stops | at a limit each implication holds, is refuted, or is open |
//! | Source | Janota, Lynce & Marques-Silva, *Algorithms for Computing Backbones of Propositional Formulae*, AI Communications 28, 2015 (under an assumption) |

use std::collections::BTreeMap;

use crate::inspect::equivalences::{Pair, different_pairs, equal_pairs};
use crate::inspect::witnesses::{Relations, Witnesses};
use crate::model::{IntVar, Model, Options, Solution, Solver};
use crate::search::{Limit, Limits};
use crate::store::Domains;

/// An implication: if one variable has a value, another has a value too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Implication {
    /// The variable and the value that are assumed.
    pub premise: (IntVar, i32),
    /// The variable and the value that follow.
    pub conclusion: (IntVar, i32),
}

/// By premise: the values that are common to all solutions found that satisfy it.
#[derive(Debug)]
struct Agreed {
    vars: Vec<IntVar>,
    by_premise: BTreeMap<(IntVar, i32), BTreeMap<IntVar, i32>>,
}

/// A value may imply one value of each variable; with more pairs than this, some gigabytes, implications are not looked for.
const MOST_AGREED: u64 = 1 << 27;

/// More implications than this are not listed as open, after a limit that came before they were looked at.
const MOST_OPEN: u64 = 1 << 22;

impl Model {
    /// All implications between variables that have several values: where `x` has a value, `y` has a value, in all
    /// solutions. `None` if there is no solution.
    ///
    /// ```
    /// use residua::constraints::ne;
    /// use residua::model::Model;
    /// use residua::search::Limits;
    ///
    /// let mut model = Model::new();
    /// let (x, y) = (model.int_var(1..=2), model.int_var(1..=3));
    /// model.post(ne(x, y))?;
    /// model.post(ne(y, 3))?;
    /// let implications = model.implications(&Limits::default()).expect("no limit").expect("two solutions");
    /// let shown: Vec<_> = implications.holds.iter().map(|i| (i.premise, i.conclusion)).collect();
    /// assert_eq!(shown, [((x, 1), (y, 2)), ((x, 2), (y, 1)), ((y, 1), (x, 2)), ((y, 2), (x, 1))]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that came before any solution was found. Time and the flag limit all of the work, nodes and failures
    /// each search. [`Limit::Memory`], if there are too many values for what each implies to be kept, or too
    /// many implications that another limit leaves open.
    pub fn implications(&self, limits: &Limits) -> Result<Option<Relations<Implication>>, Limit> {
        let mut solver = Solver::new(self, Options::default());
        let deadline = limits.deadline();
        if !solver.survives([], deadline.interrupt())? {
            return Ok(None);
        }
        let sizes = self.vars().map(|var| solver.size(var)).filter(|&size| size > 1);
        let (open, values) =
            sizes.fold((0u64, 0u64), |(open, all), size| (open + 1, all.saturating_add(size)));
        if values.saturating_mul(open) > MOST_AGREED {
            return Err(Limit::Memory);
        }
        Witnesses::of(self, &deadline.left())?.map(implications).transpose()
    }

    /// The relations that hold in all solutions: equal pairs, different pairs, implications; a search learns after `failure_budget`
    /// failures.
    pub(crate) fn relations_with(
        &self,
        failure_budget: u64,
        limits: &Limits,
    ) -> Result<Option<AllRelations>, Limit> {
        let Some(witnesses) = Witnesses::of(self, limits)? else { return Ok(None) };
        let witnesses = witnesses.with_failure_budget(failure_budget);
        let different = different_pairs(witnesses.clone())?;
        Ok(Some((equal_pairs(witnesses.clone()), different, implications(witnesses)?)))
    }
}

/// All relations.
pub(crate) type AllRelations = (Relations<Pair>, Relations<Pair>, Relations<Implication>);

/// The implications in a model with these witnesses.
fn implications(mut witnesses: Witnesses) -> Result<Relations<Implication>, Limit> {
    let mut agreed = Agreed { vars: witnesses.open_vars(), by_premise: BTreeMap::new() };
    for witness in &witnesses.known {
        agreed.add(witness, &witnesses);
    }
    let mut holds = Vec::new();
    if let Err(limit) = agreed.decide(&mut witnesses, &mut holds) {
        witnesses.stopped = Some(limit);
    }
    if agreed.count_unsupported(&witnesses) > MOST_OPEN {
        return Err(Limit::Memory);
    }
    let mut open: Vec<Implication> = agreed.all().collect();
    open.retain(|implication| holds.binary_search(implication).is_err());
    open.extend(agreed.unsupported(&witnesses));
    open.sort_unstable();
    Ok(Relations { holds, open, stopped: witnesses.stopped, searches: witnesses.searches })
}

impl Agreed {
    /// Strikes out what a solution refutes.
    fn add(&mut self, witness: &Solution, witnesses: &Witnesses) {
        for &x in &self.vars {
            if let Some(agreed) = self.by_premise.get_mut(&(x, witness[x])) {
                agreed.retain(|&y, value| witness[y] == *value);
            } else {
                // Components do not constrain each other.
                let same_part = |y: &&IntVar| **y != x && witnesses.part_of(**y) == witnesses.part_of(x);
                let conclusions = self.vars.iter().filter(same_part).map(|&y| (y, witness[y])).collect();
                self.by_premise.insert((x, witness[x]), conclusions);
            }
        }
    }

    /// Decides one premise after another; `holds` stays sorted.
    fn decide(&mut self, witnesses: &mut Witnesses, holds: &mut Vec<Implication>) -> Result<(), Limit> {
        for x in self.vars.clone() {
            for value in &witnesses.model.domain(x).clone() {
                let premise = (x, value);
                let is_met = self.by_premise.contains_key(&premise);
                match if is_met { None } else { witnesses.with(&[x.is(value)])? } {
                    Some(witness) => self.add(&witness, witnesses),
                    // Without a solution no values are common.
                    None => drop(self.by_premise.entry(premise).or_default()),
                }
                let implied = witnesses.implied(x.is(value));
                let mut last = None;
                while let Some(conclusion) = self.next_after(premise, last) {
                    last = Some(conclusion.0);
                    let is_shown = implied[conclusion.0.index()] == Some(conclusion.1);
                    let atoms = [x.is(value), conclusion.0.is_not(conclusion.1)];
                    match if is_shown { None } else { witnesses.with(&atoms)? } {
                        Some(witness) => self.add(&witness, witnesses),
                        None => holds.push(Implication { premise, conclusion }),
                    }
                }
            }
        }
        Ok(())
    }

    /// The next common value of the solutions, after `last`.
    fn next_after(&self, premise: (IntVar, i32), last: Option<IntVar>) -> Option<(IntVar, i32)> {
        let agreed = self.by_premise.get(&premise)?;
        let mut rest = agreed.iter().filter(|(y, _)| last.is_none_or(|last| **y > last));
        rest.next().map(|(&y, &value)| (y, value))
    }

    /// The number of implications of premises that no solution found has, and that were not refuted.
    fn count_unsupported(&self, witnesses: &Witnesses) -> u64 {
        let size = |var: IntVar| witnesses.model.domain(var).size();
        let mut by_part: BTreeMap<Option<usize>, u64> = BTreeMap::new();
        for &var in &self.vars {
            *by_part.entry(witnesses.part_of(var)).or_default() += size(var);
        }
        let of = |&x: &IntVar| {
            let supported = self.by_premise.range((x, i32::MIN)..=(x, i32::MAX)).count() as u64;
            (size(x) - supported).saturating_mul(by_part[&witnesses.part_of(x)] - size(x))
        };
        self.vars.iter().map(of).fold(0, u64::saturating_add)
    }

    /// Implications of premises that no solution found has, and that were not refuted.
    fn unsupported(&self, witnesses: &Witnesses) -> Vec<Implication> {
        let mut all = Vec::new();
        for &x in &self.vars {
            let values = witnesses.model.domain(x).iter();
            for premise in values.map(|v| (x, v)).filter(|premise| !self.by_premise.contains_key(premise)) {
                for &y in
                    self.vars.iter().filter(|&&y| y != x && witnesses.part_of(y) == witnesses.part_of(x))
                {
                    let values = witnesses.model.domain(y).iter();
                    all.extend(values.map(|w| Implication { premise, conclusion: (y, w) }));
                }
            }
        }
        all
    }

    fn all(&self) -> impl Iterator<Item = Implication> + '_ {
        self.by_premise.iter().flat_map(|(&premise, agreed)| {
            agreed.iter().map(move |(&y, &value)| Implication { premise, conclusion: (y, value) })
        })
    }
}
