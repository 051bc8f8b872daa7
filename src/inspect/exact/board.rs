//! What is known of the values, and what is to be asked next: the table that all workers share.
//!
//! A task is taken, answered by a worker, and its answer recorded; meanwhile other tasks may be taken, of other variables as long as there
//! are any. With one worker a component is finished before the next is begun.

use std::collections::BTreeSet;

use crate::domain::Domain;
use crate::inspect::components::ConstraintGraph;
use crate::inspect::exact::Probed;
use crate::inspect::exact::steered::Steered;
use crate::model::{IntAtom, IntVar, Model, Solution, Solver};
use crate::search::{Deadline, Limit};
use crate::store::VarId;

/// The open values of a variable with more of them than this are looked for one by one.
const MOST_AT_ONCE: u64 = 1 << 16;

/// Equality of variables with more values is not tested: each value takes a search.
const MOST_VALUES: u64 = 64;

/// What a solution is to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// That there is one.
    Any,
    /// That the variable can have one of these values.
    Values(VarId, Domain),
    /// That the two differ.
    Apart([VarId; 2]),
}

/// A task: to look for a solution of a component.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) component: usize,
    pub(super) aim: Aim,
    pub(super) steered: Steered,
    /// What was refuted since the worker's last task.
    pub(super) facts: Vec<IntAtom>,
}

/// The answer to a task.
#[derive(Debug)]
pub(super) enum Answer {
    Found(Solution),
    Refuted,
    Stopped(Limit),
}

/// What to do next.
#[derive(Debug)]
pub(super) enum Next {
    Ask(Task),
    /// All depends on tasks that are being answered.
    Wait,
    Leave,
}

#[derive(Debug)]
struct Component {
    vars: Vec<VarId>,
    has_solution: bool,
    is_stopped: bool,
    /// Classes of variables that had the same value in each solution found, each ascending.
    alike: Vec<Vec<VarId>>,
    /// What is being asked.
    asked: Vec<Aim>,
}

impl Component {
    /// The number of workers that ask about a variable.
    fn asking(&self, var: VarId) -> usize {
        self.asked.iter().filter(|aim| matches!(aim, Aim::Values(asked, _) if *asked == var)).count()
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Board {
    /// By engine variable: the first variable of the model that it represents.
    names: Vec<IntVar>,
    /// By engine variable: whether its values are asked about.
    is_asked: Vec<bool>,
    /// By engine variable: the values, in terms of the model's variable, that no solution has confirmed.
    open: Vec<Domain>,
    /// By engine variable: its value in the first witness, and in the first solution found that differs from that.
    first: Vec<Option<i32>>,
    second: Option<Vec<Option<i32>>>,
    components: Vec<Component>,
    /// The numbers of the components that are not finished.
    unfinished: BTreeSet<usize>,
    /// What was refuted, in order.
    facts: Vec<IntAtom>,
    /// The pairs that are equal in all solutions.
    equal: Vec<(IntVar, IntVar)>,
    /// Whether a component has no solution.
    is_refuted: bool,
    stopped: Option<Limit>,
}

impl Board {
    /// A table for the values of these variables of the model, as they are left in the solver at its root fixpoint.
    pub(super) fn new(vars: &[IntVar], solver: &Solver, model: &Model) -> Board {
        let mut network = ConstraintGraph::new(model, solver);
        let names: Vec<IntVar> = (0..solver.named_vars()).map(|var| solver.name(VarId::new(var))).collect();
        let mut is_asked = vec![false; names.len()];
        for &var in vars {
            is_asked[solver.view(var).var.index()] = true;
        }
        let open_of = |(&name, &is_asked)| if is_asked { solver.domain(name) } else { Domain::empty() };
        let open: Vec<Domain> = names.iter().zip(&is_asked).map(open_of).collect();
        let first = names.iter().map(|&name| solver.value(name)).collect();
        let all: Vec<VarId> = (0..names.len()).map(VarId::new).collect();
        let component = |vars: Vec<VarId>| {
            let asked: Vec<VarId> = vars.iter().copied().filter(|var| is_asked[var.index()]).collect();
            let alike = if asked.len() > 1 { vec![asked] } else { Vec::new() };
            Component { vars, has_solution: false, is_stopped: false, alike, asked: Vec::new() }
        };
        let components: Vec<Component> =
            network.components(solver, &all).into_iter().map(component).collect();
        Board {
            names,
            is_asked,
            open,
            first,
            second: None,
            unfinished: (0..components.len()).collect(),
            components,
            facts: Vec::new(),
            equal: Vec::new(),
            is_refuted: false,
            stopped: None,
        }
    }

    /// The next task, for a worker that knows the first `known` refutations, and that learns or does not.
    pub(super) fn next(&mut self, solver: &Solver, known: usize, learns: bool) -> Next {
        if self.is_refuted {
            return Next::Leave;
        }
        // A question that another worker is at is taken only if no other is left; the first worker to answer it stops the others.
        for may_double in [false, true] {
            let mut from = 0;
            while let Some(&component) = self.unfinished.range(from..).next() {
                from = component + 1;
                if let Some(aim) = self.aim(component, solver, learns, may_double) {
                    return Next::Ask(self.task(component, aim, known));
                }
                if self.components[component].asked.is_empty() {
                    self.unfinished.remove(&component);
                }
            }
        }
        if self.unfinished.is_empty() { Next::Leave } else { Next::Wait }
    }

    fn task(&mut self, component: usize, aim: Aim, known: usize) -> Task {
        let Component { vars, asked, .. } = &mut self.components[component];
        asked.push(aim.clone());
        let steered = Steered {
            vars: vars.iter().map(|var| self.names[var.index()]).collect(),
            open: vars.iter().map(|var| self.open[var.index()].clone()).collect(),
        };
        Task { component, aim, steered, facts: self.facts[known..].to_vec() }
    }

    /// What to ask of a component: first, whether it has a solution; then about open values, of the variable that has most of them;
    /// then about variables that may be equal.
    fn aim(&mut self, at: usize, solver: &Solver, learns: bool, may_double: bool) -> Option<Aim> {
        let component = &self.components[at];
        if component.is_stopped {
            return None;
        }
        if !component.has_solution && component.asked.is_empty() {
            return Some(Aim::Any);
        }
        let open = component.vars.iter().filter(|var| !self.open[var.index()].is_empty());
        let rank = |var: &VarId| {
            let size = self.open[var.index()].size();
            (component.asking(*var), u64::MAX - size, var.index())
        };
        let Some(&var) = open.min_by_key(|var| rank(var)) else {
            // Which variables may be equal shows once their values are known.
            return if component.has_solution { self.next_pair(at, solver).map(Aim::Apart) } else { None };
        };
        if component.asking(var) == 0 || may_double {
            let open = &self.open[var.index()];
            // A search that learns refutes all at once. As many goals are made as there are values.
            let is_long = solver.domain(self.names[var.index()]).size() > MOST_AT_ONCE;
            let first = || open.min().map_or_else(Domain::empty, Domain::from);
            return Some(Aim::Values(var, if learns && !is_long { open.clone() } else { first() }));
        }
        None
    }

    /// Two variables that no solution found distinguishes. Those that are not to be tested leave their classes.
    fn next_pair(&mut self, at: usize, solver: &Solver) -> Option<[VarId; 2]> {
        let Component { alike, asked, .. } = &mut self.components[at];
        let domain = |var: VarId| solver.domain(self.names[var.index()]);
        let are_tested = |[x, y]: [VarId; 2]| {
            let values = domain(x);
            !values.is_fixed() && values.size() <= MOST_VALUES && values == domain(y)
        };
        for number in (0..alike.len()).rev() {
            let class = &mut alike[number];
            for other in (1..class.len()).rev() {
                let pair = [class[0], class[other]];
                if asked.contains(&Aim::Apart(pair)) {
                    continue;
                }
                if are_tested(pair) {
                    return Some(pair);
                }
                class.remove(other);
            }
            if class.len() < 2 {
                alike.remove(number);
            }
        }
        None
    }

    /// Records the answer to a task. The solver follows what is refuted.
    pub(super) fn record(
        &mut self,
        (at, aim): (usize, &Aim),
        answer: Answer,
        solver: &mut Solver,
        deadline: &Deadline,
    ) {
        let is_moot = self.is_moot(at, aim);
        self.put_back(at, aim);
        let outcome = match (answer, aim) {
            (Answer::Found(solution), _) => {
                self.confirm(at, &solution);
                Ok(())
            }
            // It was stopped for that.
            (Answer::Stopped(_), _) if is_moot => Ok(()),
            (Answer::Stopped(limit), _) => Err(limit),
            (Answer::Refuted, Aim::Any) => {
                self.is_refuted = true;
                Ok(())
            }
            (Answer::Refuted, Aim::Values(var, values)) => self.refute(at, *var, values, solver, deadline),
            (Answer::Refuted, Aim::Apart([x, y])) => {
                for class in self.components[at].alike.iter_mut().filter(|class| class.contains(x)) {
                    class.retain(|var| var != y);
                }
                let [x, y] = [x, y].map(|var| self.names[var.index()]);
                self.equal.push((x.max(y), x.min(y)));
                Ok(())
            }
        };
        if let Err(limit) = outcome {
            self.stopped = Some(limit);
            self.components[at].is_stopped = true;
        }
    }

    /// Puts back a task that has no answer.
    pub(super) fn put_back(&mut self, at: usize, aim: &Aim) {
        let asked = &mut self.components[at].asked;
        if let Some(at) = asked.iter().position(|asked| asked == aim) {
            asked.swap_remove(at);
        }
    }

    /// Whether what was found meanwhile has shown all that the task is to show.
    pub(super) fn is_moot(&self, at: usize, aim: &Aim) -> bool {
        if self.is_refuted {
            return true;
        }
        let component = &self.components[at];
        match aim {
            Aim::Any => component.has_solution,
            Aim::Values(var, values) => self.open[var.index()].intersect(values).is_empty(),
            Aim::Apart([x, y]) => !component.alike.iter().any(|class| class.contains(x) && class.contains(y)),
        }
    }

    /// Removes values that no solution has, and what propagation removes then.
    fn refute(
        &mut self,
        at: usize,
        var: VarId,
        values: &Domain,
        solver: &mut Solver,
        deadline: &Deadline,
    ) -> Result<(), Limit> {
        let name = self.names[var.index()];
        let refuted = || values.iter().map(|value| name.is_not(value));
        let survives = solver.survives(refuted(), deadline.interrupt())?;
        self.facts.extend(refuted());
        let component = &self.components[at];
        assert!(
            survives || !component.has_solution,
            "invariant: a component with a solution cannot be refuted"
        );
        self.is_refuted |= !survives;
        for &var in &component.vars {
            let left = solver.domain(self.names[var.index()]);
            self.open[var.index()] = self.open[var.index()].intersect(&left);
        }
        Ok(())
    }

    /// Records a solution of the component.
    fn confirm(&mut self, at: usize, solution: &Solution) {
        let mut other = self.second.is_none().then(|| self.first.clone());
        let mut differs = false;
        let component = &mut self.components[at];
        component.has_solution = true;
        for &var in &component.vars {
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
        for mut class in std::mem::take(&mut component.alike) {
            let value = |var: &VarId| solution[self.names[var.index()]];
            class.sort_by_key(|var| (value(var), *var));
            let parts = class.chunk_by(|x, y| value(x) == value(y));
            component.alike.extend(parts.filter(|part| part.len() > 1).map(<[VarId]>::to_vec));
        }
    }

    /// The result.
    pub(super) fn result(mut self, solver: &Solver, model: &Model, searches: u64) -> Probed {
        let refuted = self.is_refuted;
        let witnesses = if refuted { Vec::new() } else { self.witnesses(solver, model) };
        // What one component confirms is part of a solution only if the others have one too.
        let is_feasible = !witnesses.is_empty();
        let open_of = |var| if is_feasible { self.open_of(var, solver) } else { solver.domain(var) };
        let open = model.vars().map(open_of).collect();
        // Whichever was found first.
        self.equal.sort_unstable();
        Probed { open, witnesses, refuted, equal: self.equal, searches, stopped: self.stopped }
    }

    fn open_of(&self, var: IntVar, solver: &Solver) -> Domain {
        let view = solver.view(var);
        let name = self.names[view.var.index()];
        if solver.value(var).is_some() {
            return Domain::empty();
        }
        if !self.is_asked[view.var.index()] {
            return solver.domain(var);
        }
        let gap = view.offset() - solver.view(name).offset();
        self.open[view.var.index()].map_affine(1, gap).unwrap_or_else(|| solver.domain(var))
    }

    /// The solutions of the model that are made of the components' witnesses.
    fn witnesses(&self, solver: &Solver, model: &Model) -> Vec<Solution> {
        let whole = |values: &[Option<i32>]| -> Option<Solution> {
            let value = |var: IntVar| {
                let view = solver.view(var);
                let name = self.names[view.var.index()];
                let gap = view.offset() - solver.view(name).offset();
                values[view.var.index()].map(|value| value + gap)
            };
            let values = model.vars().map(value).collect::<Option<Vec<i32>>>();
            values.map(|values| Solution::new(values).of(model))
        };
        // A component that was handled after the second witness was found has its values in the first alone.
        let second = self.second.as_ref().map(|second| {
            let filled = second.iter().zip(&self.first).map(|(&second, &first)| second.or(first));
            filled.collect::<Vec<_>>()
        });
        [Some(self.first.clone()), second].into_iter().flatten().filter_map(|values| whole(&values)).collect()
    }
}
