//! Exact domains: every value left is part of a solution; all others were refuted.
//!
//! One search per candidate would do, and be wasteful: a solution confirms a value of every variable at once. So each
//! search aims at a value that nothing has confirmed yet and prefers such values at every decision; a solution
//! usually confirms many. A value that is refuted is removed for good, and propagation of that often removes more.
//!
//! Variables that have the same value in all of these solutions may be equal. That is decided by a search for each of
//! their values, for a solution in which one has it and the other does not.
//!
//! [Components](crate::inspect::components) are handled one by one: a failure in one must not send the search
//! through all solutions of another.
//!
//! | Promise | |
//! |---|---|
//! | Cost | at most witnesses + refutations + components searches, and for each pair that is equal one for each of its values; none for what propagation refutes |
//! | Stops | at a limit each value is confirmed, refuted, or open |
//! | Source | Le Provost & Wallace, *Generalized Constraint Propagation over the CLP Scheme*, JLP 16, 1993; Janota, Lynce & Marques-Silva, *Algorithms for Computing Backbones of Propositional Formulae*, AI Communications 28, 2015 |

use crate::domain::Domain;
use crate::engine::Interrupt;
use crate::inspect::components::ConstraintGraph;
use crate::inspect::questions::Questions;
use crate::model::{IntAtom, IntVar, Model, Options, Solution, Solver};
use crate::search::brancher::Brancher;
use crate::search::{AssumptionResult, Deadline, Limit};
use crate::store::{Domains, VarId};

/// The open values of a variable with more of them than this are looked for one by one.
const MOST_AT_ONCE: u64 = 1 << 16;

/// Domains of more values are intersected, range by range.
const LISTED: u64 = 64;

/// Equality of variables with more values is not tested: each value takes a search.
const MOST_VALUES: u64 = 64;

/// Decides which values are part of solutions. The solver is at its root fixpoint; refuted values leave it.
#[derive(Debug)]
pub(super) struct Prober<'a> {
    solver: &'a mut Solver,
    network: ConstraintGraph,
    /// By engine variable: the first variable of the model that it represents.
    names: Vec<IntVar>,
    /// By engine variable: whether its values are asked about.
    is_asked: Vec<bool>,
    /// By engine variable: the values, in terms of the model's variable, that no solution has confirmed.
    open: Vec<Domain>,
    /// By engine variable: its value in the first witness, and in the first solution found that differs from that.
    first: Vec<Option<i32>>,
    second: Option<Vec<Option<i32>>>,
    /// Classes of engine variables of the current component that had the same value in each solution found.
    alike: Vec<Vec<VarId>>,
    /// The pairs that are equal in all solutions.
    equal: Vec<(IntVar, IntVar)>,
    searches: u64,
    questions: Questions,
    model: &'a Model,
    deadline: &'a Deadline,
}

/// The result of a prober.
#[derive(Clone, Debug)]
pub(super) struct Probed {
    /// By variable of the model: the values that are neither confirmed nor refuted.
    pub(super) open: Vec<Domain>,
    /// A solution, and another one, if they were found.
    pub(super) witnesses: Vec<Solution>,
    /// Whether there is no solution.
    pub(super) refuted: bool,
    /// Pairs of variables that are equal in all solutions, the later one first.
    pub(super) equal: Vec<(IntVar, IntVar)>,
    pub(super) searches: u64,
    pub(super) stopped: Option<Limit>,
}

/// The result of a search for a value.
enum Search {
    Found,
    Refuted,
    Stopped(Limit),
}

impl<'a> Prober<'a> {
    /// A prober for the values of these variables of the model.
    pub(super) fn new(
        vars: &[IntVar],
        solver: &'a mut Solver,
        questions: Questions,
        deadline: &'a Deadline,
        model: &'a Model,
    ) -> Prober<'a> {
        let network = ConstraintGraph::new(model, solver);
        let names: Vec<IntVar> = (0..solver.named_vars()).map(|var| solver.name(VarId::new(var))).collect();
        let mut is_asked = vec![false; names.len()];
        for &var in vars {
            is_asked[solver.view(var).var.index()] = true;
        }
        let open_of = |(&name, &is_asked)| if is_asked { solver.domain(name) } else { Domain::empty() };
        let open: Vec<Domain> = names.iter().zip(&is_asked).map(open_of).collect();
        let first = names.iter().map(|&name| solver.value(name)).collect();
        Prober {
            solver,
            network,
            names,
            is_asked,
            open,
            first,
            second: None,
            alike: Vec::new(),
            equal: Vec::new(),
            searches: 0,
            questions,
            model,
            deadline,
        }
    }

    /// Continues until no value is open.
    pub(super) fn run(mut self) -> Probed {
        let all: Vec<VarId> = (0..self.names.len()).map(VarId::new).collect();
        let mut stopped = None;
        let mut refuted = false;
        for component in self.network.components(self.solver, &all) {
            match self.component(&component) {
                Search::Found => {}
                Search::Refuted => {
                    refuted = true;
                    break;
                }
                Search::Stopped(limit) => stopped = Some(limit),
            }
        }
        let witnesses = if refuted { Vec::new() } else { self.witnesses() };
        // What one component confirms is part of a solution only if the others have one too.
        let is_feasible = !witnesses.is_empty();
        let open_of = |var| if is_feasible { self.open_of(var) } else { self.solver.domain(var) };
        let open = self.model.vars().map(open_of).collect();
        Probed { open, witnesses, refuted, equal: self.equal, searches: self.searches, stopped }
    }

    /// Handles one component; `Refuted` if it has no solution.
    fn component(&mut self, vars: &[VarId]) -> Search {
        let asked: Vec<VarId> = vars.iter().copied().filter(|var| self.is_asked[var.index()]).collect();
        self.alike = if asked.len() > 1 { vec![asked] } else { Vec::new() };
        match self.search(vars, &[]) {
            Search::Found => {}
            other => return other,
        }
        // The witness has confirmed what is fixed.
        while let Some((var, values)) = self.next_candidates(vars) {
            // What propagation refutes takes no search that would look at the time.
            if let Err(limit) = self.deadline.check() {
                return Search::Stopped(limit);
            }
            let name = self.names[var.index()];
            let goals: Vec<IntAtom> = match values.value() {
                Some(value) => vec![name.is(value)],
                None => self
                    .solver
                    .domain(name)
                    .difference(&values)
                    .iter()
                    .map(|value| name.is_not(value))
                    .collect(),
            };
            match self.search(vars, &goals) {
                Search::Found => {}
                Search::Stopped(limit) => return Search::Stopped(limit),
                Search::Refuted => {
                    let refuted = || values.iter().map(|value| name.is_not(value));
                    let survives = self.solver.survives(refuted(), self.deadline.interrupt());
                    if let Err(limit) = survives {
                        return Search::Stopped(limit);
                    }
                    for (number, atom) in refuted().enumerate() {
                        if number % 256 == 255
                            && let Some(cause) = self.deadline.interrupt().poll()
                        {
                            return Search::Stopped(cause.into());
                        }
                        self.questions.add_fact(atom);
                    }
                    assert!(
                        survives != Ok(false),
                        "invariant: a component with a solution cannot be refuted"
                    );
                    for &var in vars {
                        let left = self.solver.domain(self.names[var.index()]);
                        self.open[var.index()] = self.open[var.index()].intersect(&left);
                    }
                }
            }
        }
        self.find_equal(vars)
    }

    /// Decides which variables are equal in all solutions, among those that no solution found distinguishes.
    fn find_equal(&mut self, vars: &[VarId]) -> Search {
        while let Some(class) = self.alike.last_mut() {
            let (first, other) = (class[0], class[class.len() - 1]);
            if first == other {
                self.alike.pop();
                continue;
            }
            match self.tell_apart(vars, [first, other]) {
                // The solution has split the class.
                Search::Found => continue,
                Search::Stopped(limit) => return Search::Stopped(limit),
                Search::Refuted => {}
            }
            let class = self.alike.last_mut().expect("invariant: nothing was found that splits it");
            class.pop();
        }
        Search::Found
    }

    /// Looks for a solution in which two variables differ. `Refuted`: they are equal, which is recorded, or they are
    /// not tested.
    fn tell_apart(&mut self, vars: &[VarId], pair: [VarId; 2]) -> Search {
        let [x, y] = pair.map(|var| self.names[var.index()]);
        let values = self.solver.domain(x);
        if values.is_fixed() || values.size() > MOST_VALUES || values != self.solver.domain(y) {
            return Search::Refuted;
        }
        for value in &values {
            match self.search(vars, &[x.is(value), y.is_not(value)]) {
                Search::Refuted => {}
                other => return other,
            }
        }
        self.equal.push((x.max(y), x.min(y)));
        Search::Refuted
    }

    /// A value that is still open, of the variable that has most of them; all of these, where the search learns: it refutes them at once.
    fn next_candidates(&self, vars: &[VarId]) -> Option<(VarId, Domain)> {
        let var = vars
            .iter()
            .copied()
            .max_by_key(|var| (self.open[var.index()].size(), usize::MAX - var.index()))?;
        let open = &self.open[var.index()];
        let first = open.min()?;
        // As many goals are made as there are values.
        let is_long = self.solver.domain(self.names[var.index()]).size() > MOST_AT_ONCE;
        Some((var, if self.questions.learns() && !is_long { open.clone() } else { Domain::from(first) }))
    }

    /// Looks for a solution of the component in which the goals are true, and notes what it confirms.
    fn search(&mut self, vars: &[VarId], goals: &[IntAtom]) -> Search {
        self.searches += 1;
        let steered = Box::new(Steered {
            vars: vars.iter().map(|var| self.names[var.index()]).collect(),
            open: vars.iter().map(|var| self.open[var.index()].clone()).collect(),
        });
        let depth_first =
            if self.questions.learns() { Ok(None) } else { self.descend(goals, steered.clone()) };
        let answer = depth_first.and_then(|answer| {
            let (model, solver) = (self.model, &*self.solver);
            let learn = || self.questions.learn(goals, || narrowed(model, solver), steered, self.deadline);
            answer.map_or_else(learn, Ok)
        });
        match answer {
            Ok(AssumptionResult::Solution(solution)) => {
                self.confirm(vars, &solution);
                Search::Found
            }
            Ok(AssumptionResult::Core(_)) => Search::Refuted,
            Err(limit) => Search::Stopped(limit),
        }
    }

    fn descend(
        &mut self,
        goals: &[IntAtom],
        steered: Box<Steered>,
    ) -> Result<Option<AssumptionResult>, Limit> {
        self.solver.push();
        let survives = match goals {
            [] => Ok(true),
            goals => self.solver.survives(goals.iter().copied(), self.deadline.interrupt()),
        };
        let answer = match survives {
            Ok(true) => self.questions.descend(goals, self.solver, steered, self.deadline),
            Ok(false) => Ok(Some(AssumptionResult::Core(goals.to_vec()))),
            Err(limit) => Err(limit),
        };
        self.solver.pop();
        answer
    }

    /// Records a solution of the component.
    fn confirm(&mut self, vars: &[VarId], solution: &Solution) {
        let mut other = self.second.is_none().then(|| self.first.clone());
        let mut differs = false;
        for &var in vars {
            let value = solution[self.names[var.index()]];
            self.open[var.index()] = self.open[var.index()].without(value);
            match self.first[var.index()] {
                None => self.first[var.index()] = Some(value),
                Some(known) => differs |= known != value && self.is_asked[var.index()],
            }
            if let Some(other) = &mut other {
                other[var.index()] = Some(value);
            }
        }
        if differs && self.second.is_none() {
            self.second = other;
        }
        for mut class in std::mem::take(&mut self.alike) {
            let value = |var: &VarId| solution[self.names[var.index()]];
            class.sort_by_key(|var| (value(var), *var));
            let parts = class.chunk_by(|x, y| value(x) == value(y));
            self.alike.extend(parts.filter(|part| part.len() > 1).map(<[VarId]>::to_vec));
        }
    }

    fn open_of(&self, var: IntVar) -> Domain {
        let view = self.solver.view(var);
        let name = self.names[view.var.index()];
        if self.solver.value(var).is_some() {
            return Domain::empty();
        }
        if !self.is_asked[view.var.index()] {
            return self.solver.domain(var);
        }
        let gap = view.offset() - self.solver.view(name).offset();
        self.open[view.var.index()].map_affine(1, gap).unwrap_or_else(|| self.solver.domain(var))
    }

    /// The solutions of the model that are made of the components' witnesses.
    fn witnesses(&self) -> Vec<Solution> {
        let whole = |values: &[Option<i32>]| -> Option<Solution> {
            let value = |var: IntVar| {
                let view = self.solver.view(var);
                let name = self.names[view.var.index()];
                let gap = view.offset() - self.solver.view(name).offset();
                values[view.var.index()].map(|value| value + gap)
            };
            let values = self.model.vars().map(value).collect::<Option<Vec<i32>>>();
            values.map(|values| Solution::new(values).of(self.model))
        };
        // A component that was handled after the second witness was found has its values in the first alone.
        let second = self.second.as_ref().map(|second| {
            let filled = second.iter().zip(&self.first).map(|(&second, &first)| second.or(first));
            filled.collect::<Vec<_>>()
        });
        [Some(self.first.clone()), second].into_iter().flatten().filter_map(|values| whole(&values)).collect()
    }
}

/// The model with the solver's domains, and the solver's options.
pub(super) fn narrowed(model: &Model, solver: &Solver) -> (Model, Options) {
    let mut narrowed = model.clone();
    for var in model.vars() {
        narrowed.set_domain(var, Solver::domain(solver, var));
    }
    (narrowed, Options { consistency: solver.engine().consistency(), ..Options::default() })
}

/// Decides the variable with the fewest values left, open values first.
#[derive(Clone, Debug)]
struct Steered {
    vars: Vec<IntVar>,
    /// By position: the values that no solution has confirmed.
    open: Vec<Domain>,
}

impl Brancher for Steered {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let undecided = self.vars.iter().zip(&self.open).filter(|(var, _)| solver.value(**var).is_none());
        // Open values are decided while there is still a choice.
        let wish = |var: IntVar, open: &Domain| match open.size() {
            ..=LISTED => open.iter().find(|&value| solver.contains(var, value)),
            _ => open.intersect(&Solver::domain(solver, var)).min(),
        };
        let order =
            |(var, open): &(&IntVar, &Domain)| (wish(**var, open).is_none(), Solver::size(solver, **var));
        let (&var, open) = undecided.min_by_key(order)?;
        let wished = wish(var, open);
        Some(var.is(wished.unwrap_or_else(|| Solver::min(solver, var))))
    }
}

/// Shaving: removes values of these variables that propagation refutes when they are assumed, until there are none; `false` at a failure.
pub(super) fn shave(vars: &[IntVar], solver: &mut Solver, interrupt: &Interrupt) -> Result<bool, Limit> {
    loop {
        let mut changed = false;
        for &var in vars {
            for value in &solver.domain(var) {
                if solver.value(var).is_some() || !solver.domain(var).contains(value) {
                    continue;
                }
                if let Some(cause) = interrupt.poll() {
                    return Err(cause.into());
                }
                solver.push();
                let survives = solver.survives([var.is(value)], interrupt);
                solver.pop();
                if !survives? {
                    changed = true;
                    if !solver.survives([var.is_not(value)], interrupt)? {
                        return Ok(false);
                    }
                }
            }
        }
        if !changed {
            return Ok(true);
        }
    }
}
