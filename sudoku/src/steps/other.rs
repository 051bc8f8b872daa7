//! Constraints beyond cells that differ: a sum, a line, a pair of cells in a relation; each removes values by its own propagation.
//!
//! | | |
//! |---|---|
//! | What | one constraint, with what is known about equality among its cells, removes values |
//! | Cost | 1.0 of one cell; otherwise 2.0, and 0.2 for each cell of a minimal set whose narrowing it needs; a digit that is written in is no such cell |
//! | Source | the propagators of `residua`, with cells left out one by one while the value still goes |

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use residua::constraints::{Constraint, all_different, ne};
use residua::engine::Consistency;
use residua::model::{ConstraintId, IntVar, IntView, Model, Options, Solver};
use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// The cost without a premise, and for each premise.
const BASE: u16 = 20;
const PER_PREMISE: u16 = 2;

/// What goes, by the cells of the list that it needs.
type Removed = BTreeMap<Vec<usize>, Vec<Candidate>>;

/// The cost of a constraint on one cell: it says which digit is there.
const OF_ONE_CELL: u16 = 10;

/// Answers that are kept.
const MOST_KEPT: usize = 1 << 12;

#[derive(Debug)]
struct Asked {
    /// The constraint, and the equality constraints among its cells.
    solver: Solver,
    /// By the fingerprint of the values that the cells had left: these values, and the answer. Of several with one fingerprint, the last.
    answers: BTreeMap<u64, (Vec<u64>, Removed)>,
    /// What the cells have left now.
    left: Vec<u64>,
}

/// A number that is mostly another one for other values. A tree of lists would be searched by comparing whole lists at each of its nodes.
fn fingerprint(left: &[u64]) -> u64 {
    left.iter().fold(0, |mixed: u64, &set| (mixed.rotate_left(5) ^ set).wrapping_mul(0x517c_c1b7_2722_0a95))
}

/// One constraint that is neither a scope, nor a pair that differs, nor a fact.
#[derive(Debug)]
pub(super) struct Other {
    name: String,
    constraint: Arc<dyn Constraint>,
    /// Its cells, ascending, each once.
    pub(super) cells: Vec<usize>,
    /// By cell of the list: its variable in the solver, and the values that the rules allow.
    vars: Vec<(IntVar, u64)>,
    /// What the values are.
    values: Vec<i32>,
    asked: Mutex<Asked>,
    /// If it has two cells: for each of them by value, the values of the other one that go with it.
    pub(super) table: Option<[Vec<u64>; 2]>,
}

impl Other {
    pub(super) fn new(
        model: &Model,
        id: ConstraintId,
        scopes: &[(String, Vec<usize>)],
        pairs: &[(usize, usize)],
        values: &[i32],
    ) -> Other {
        let constraint = model.constraint(id);
        let mut cells: Vec<usize> = constraint.scope().iter().map(|view| view.var.index()).collect();
        cells.sort_unstable();
        cells.dedup();
        let mut alone = Model::new();
        let of: BTreeMap<usize, IntVar> =
            cells.iter().map(|&cell| (cell, alone.int_var(&model.domains()[cell]))).collect();
        let invariant = "invariant: it was posted before, over the same domains";
        alone
            .post(constraint.map(&|view: IntView| view.over(of[&view.var.index()].view()).expect(invariant)))
            .expect(invariant);
        for (_, scope) in scopes {
            let common: Vec<IntVar> = scope.iter().filter_map(|cell| of.get(cell).copied()).collect();
            if common.len() > 1 {
                alone.post(all_different(common)).expect(invariant);
            }
        }
        for (one, other) in pairs {
            if let (Some(&one), Some(&other)) = (of.get(one), of.get(other)) {
                alone.post(ne(one, other)).expect(invariant);
            }
        }
        let set = |cell: usize| {
            let domain = &model.domains()[cell];
            (0..values.len()).filter(|&at| domain.contains(values[at])).fold(0, |set, at| set | 1 << at)
        };
        let vars: Vec<(IntVar, u64)> = cells.iter().map(|&cell| (of[&cell], set(cell))).collect();
        let holds = |first: usize, second: usize| {
            constraint.check(&|view: IntView| {
                view.apply(values[if view.var.index() == cells[0] { first } else { second }])
            })
        };
        let table = (cells.len() == 2).then(|| {
            let n = values.len();
            let row = |is_allowed: &dyn Fn(usize) -> bool| {
                (0..n).filter(|&at| is_allowed(at)).fold(0, |set, at| set | 1 << at)
            };
            [
                (0..n).map(|one| row(&|other| holds(one, other))).collect(),
                (0..n).map(|other| row(&|one| holds(one, other))).collect(),
            ]
        });
        let options = Options::default().consistency(Consistency::Domain);
        let mut solver = Solver::new(&alone, options);
        // A failure stays one, and removes every value.
        let _ = solver.propagate();
        let name = model.constraint_name(id);
        let asked = Mutex::new(Asked { solver, answers: BTreeMap::new(), left: Vec::new() });
        let constraint = Arc::clone(constraint);
        Other { name, constraint, cells, vars, values: values.to_vec(), asked, table }
    }

    /// Whether each of its cells has one value left, and these violate it.
    pub(super) fn is_violated(&self, board: &Board) -> bool {
        let value = |cell: usize| {
            let left = board.left(cell);
            (left.is_power_of_two()).then(|| self.values[left.trailing_zeros() as usize])
        };
        self.cells.iter().all(|&cell| value(cell).is_some())
            && !self
                .constraint
                .check(&|view: IntView| view.apply(value(view.var.index()).unwrap_or_default()))
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The values left of each cell, if these are left before; `None` if there is no solution.
    fn narrowed(
        solver: &mut Solver,
        vars: &[(IntVar, u64)],
        values: &[i32],
        left: &[u64],
    ) -> Option<Vec<u64>> {
        solver.push();
        let mut is_possible = true;
        for (&(var, all), &left) in vars.iter().zip(left) {
            is_possible = is_possible
                && bits::ones(all & !left).all(|value| solver.assume(var.is_not(values[value])).is_ok());
        }
        is_possible = is_possible && solver.propagate().is_ok();
        let set = |&(var, all): &(IntVar, u64)| {
            let domain = solver.domain(var);
            bits::ones(all)
                .filter(|&value| domain.contains(values[value]))
                .fold(0, |set, value| set | 1 << value)
        };
        let narrowed = is_possible.then(|| vars.iter().map(set).collect());
        solver.pop();
        narrowed
    }

    /// What goes if these values are left.
    fn removed(&self, solver: &mut Solver, left: &[u64]) -> Removed {
        let mut after = |left: &[u64]| {
            Self::narrowed(solver, &self.vars, &self.values, left).unwrap_or_else(|| vec![0; left.len()])
        };
        let gone: Vec<u64> = after(left).iter().zip(left).map(|(after, left)| left & !after).collect();
        let mut removed = Removed::new();
        for (at, &gone) in gone.iter().enumerate() {
            for value in bits::ones(gone) {
                let mut relaxed = left.to_vec();
                // Known digits are the easiest to rely on: they are left out last.
                let (known, open): (Vec<usize>, Vec<usize>) =
                    (0..left.len()).partition(|&cell| left[cell].is_power_of_two());
                for cell in [at].into_iter().chain(open).chain(known) {
                    if relaxed[cell] != self.vars[cell].1 {
                        let kept = std::mem::replace(&mut relaxed[cell], self.vars[cell].1);
                        if after(&relaxed)[at] >> value & 1 == 1 {
                            relaxed[cell] = kept;
                        }
                    }
                }
                let need = (0..left.len()).filter(|&cell| relaxed[cell] != self.vars[cell].1).collect();
                removed.entry(need).or_default().push(Candidate { cell: self.cells[at], value });
            }
        }
        removed
    }

    /// Offers what the constraint removes, as it is number `number`. The clock is read only if its propagators have to run.
    fn find(
        &self,
        number: usize,
        board: &Board,
        found: &mut Found,
        deadline: &Deadline,
    ) -> Result<(), Limit> {
        if self.cells.iter().all(|&cell| board.is_placed(cell)) {
            return Ok(());
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let Asked { solver, answers, left } = &mut *asked;
        left.clear();
        left.extend(self.cells.iter().map(|&cell| board.left(cell)));
        let key = fingerprint(left);
        let removed = match answers.get(&key) {
            Some((of, removed)) if of == left => removed,
            _ => {
                deadline.check()?;
                if answers.len() >= MOST_KEPT {
                    answers.clear();
                }
                let removed = self.removed(solver, left);
                answers.insert(key, (left.clone(), removed));
                &answers[&key].1
            }
        };
        let is_known = |at: &usize| board.is_placed(self.cells[*at]);
        // What follows from known digits alone is one step.
        let mut known = (BTreeSet::new(), Vec::new());
        for (need, eliminations) in removed {
            let narrowed = need.iter().filter(|at| !is_known(at)).count();
            if narrowed == 0 {
                known.0.extend(need.iter().copied());
                known.1.extend(eliminations.iter().copied());
                continue;
            }
            let cost = Cost(BASE + PER_PREMISE * u16::try_from(narrowed).unwrap_or(u16::MAX / 4));
            found.offer(cost, || {
                let mut step = self.step(number, cost, need, left);
                step.eliminations.clone_from(eliminations);
                step
            });
        }
        let (need, eliminations) = known;
        if !eliminations.is_empty() {
            let cost = Cost(if self.cells.len() == 1 { OF_ONE_CELL } else { BASE });
            found.offer(cost, || {
                let mut step = self.step(number, cost, &need, left);
                let alone: Vec<u64> = (0..left.len())
                    .map(|at| if need.contains(&at) { left[at] } else { self.vars[at].1 })
                    .collect();
                let after = Self::narrowed(solver, &self.vars, &self.values, &alone);
                // A sum with one open cell says which digit is there.
                let told = |at: usize| after.as_ref().is_some_and(|after| after[at].is_power_of_two());
                let placed = (0..left.len()).filter(|at| !is_known(at) && told(*at));
                let placed = placed.filter_map(|at| {
                    let value = after.as_ref()?[at];
                    let candidate =
                        Candidate { cell: self.cells[at], value: value.trailing_zeros() as usize };
                    (left[at] & value != 0).then_some(candidate)
                });
                step.placements = placed.collect();
                let is_placed = |cell: usize| step.placements.iter().any(|placed| placed.cell == cell);
                step.eliminations = eliminations.into_iter().filter(|gone| !is_placed(gone.cell)).collect();
                step
            });
        }
        Ok(())
    }

    /// A step of this constraint, as it is number `number`, that relies on what is left of some of its cells.
    fn step<'a>(
        &self,
        number: usize,
        cost: Cost,
        need: impl IntoIterator<Item = &'a usize>,
        left: &[u64],
    ) -> Step {
        let mut step = Step::new(Technique::Constraint, cost);
        let narrowed = need.into_iter().map(|&at| Premise::Cell { cell: self.cells[at], values: left[at] });
        step.premises = narrowed.chain([Premise::Other(number)]).collect();
        step
    }
}

/// Finds what single constraints beyond scopes and pairs remove.
pub(super) fn find(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let mut others = (0..).zip(&board.rules.others);
    others.try_for_each(|(number, other)| other.find(number, board, found, deadline))
}
