//! The oracle of orders: each as it is defined, looking at all values of all variables at each node. Used by `orders`.

use residua::model::{IntAtom, IntVar, Model, Solver};
use residua::search::brancher::{Brancher, ValueOrder, VariableOrder};
use residua::store::VarId;
use std::collections::{BTreeMap, BTreeSet};

use residua::search::Random;

/// An order of variables, one of values, and whether the last conflict comes before both.
pub(crate) type Order = (VariableOrder, ValueOrder, bool);

/// What is decided: a variable, or an atom as a variable with the values 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject {
    Var(IntVar),
    Atom(IntAtom),
}

impl Subject {
    fn var(self) -> IntVar {
        match self {
            Subject::Var(var) => var,
            Subject::Atom(atom) => atom.var(),
        }
    }

    /// The values left, ascending.
    fn values(self, solver: &Solver) -> Vec<i32> {
        let values: Vec<i32> = solver.domain(self.var()).iter().collect();
        match self {
            Subject::Var(_) => values,
            Subject::Atom(atom) => {
                let truths: BTreeSet<i32> =
                    values.iter().map(|&value| i32::from(atom.allows(value))).collect();
                truths.into_iter().collect()
            }
        }
    }

    fn is(self, value: i32) -> IntAtom {
        match self {
            Subject::Var(var) => var.is(value),
            Subject::Atom(atom) if value == 1 => atom,
            Subject::Atom(atom) => !atom,
        }
    }

    fn at_most(self, value: i32) -> IntAtom {
        if let Subject::Var(var) = self { var.at_most(value) } else { self.is(0) }
    }

    fn at_least(self, value: i32) -> IntAtom {
        if let Subject::Var(var) = self { var.at_least(value) } else { self.is(1) }
    }
}

/// An order as it is defined: it looks at all values of all variables at each node.
#[derive(Clone, Debug)]
pub(crate) struct Naive {
    subjects: Vec<Subject>,
    variables: VariableOrder,
    values: ValueOrder,
    random: Random,
    /// One more than the number of dead ends, by variable of the engine.
    weights: BTreeMap<VarId, f64>,
    /// By subject: how many constraints it has.
    degrees: Vec<usize>,
    /// By subject: what decisions on it left of the space.
    shares: Vec<Vec<f64>>,
    /// The newest decision: its subject, the level where it was taken, and the sizes there.
    newest: Option<(usize, usize, Vec<usize>)>,
    /// The subject of the last decision that did not survive, where that one is to be decided first.
    culprit: Option<usize>,
    follows_conflicts: bool,
}

impl Naive {
    pub(crate) fn new(
        model: &Model,
        subjects: &[Subject],
        (variables, values, follows_conflicts): Order,
    ) -> Naive {
        let degree = |subject: &Subject| {
            let has =
                |scope: Vec<residua::model::IntView>| scope.iter().any(|view| view.var == subject.var());
            model.constraints().filter(|(_, constraint)| has(constraint.scope())).count()
        };
        let seed = match values {
            ValueOrder::Random(seed) | ValueOrder::RandomBisect(seed) | ValueOrder::ExcludeRandom(seed) => {
                seed
            }
            _ => 0,
        };
        Naive {
            subjects: subjects.to_vec(),
            variables,
            values,
            random: Random::new(seed),
            weights: BTreeMap::new(),
            degrees: subjects.iter().map(degree).collect(),
            shares: vec![Vec::new(); subjects.len()],
            newest: None,
            culprit: None,
            follows_conflicts,
        }
    }

    /// The less, the earlier.
    fn key(&self, at: usize, values: &[i32], solver: &Solver) -> (f64, f64) {
        let size = values.len() as f64;
        match self.variables {
            VariableOrder::Input => (0.0, 0.0),
            VariableOrder::FirstFail => (size, 0.0),
            VariableOrder::AntiFirstFail => (-size, 0.0),
            VariableOrder::Smallest => (values[0].into(), 0.0),
            VariableOrder::Largest => (-f64::from(values[values.len() - 1]), 0.0),
            VariableOrder::Occurrence => (-(self.degrees[at] as f64), 0.0),
            VariableOrder::MostConstrained => (size, -(self.degrees[at] as f64)),
            VariableOrder::MaxRegret => (-f64::from(values[1] - values[0]), 0.0),
            VariableOrder::DomWdeg => {
                let inner = solver.view(self.subjects[at].var()).var;
                (size / self.weights.get(&inner).unwrap_or(&1.0), 0.0)
            }
            VariableOrder::Impact => {
                let shares = &self.shares[at];
                let total: f64 = shares.iter().sum();
                (if shares.is_empty() { 1.0 } else { size * total / shares.len() as f64 }, 0.0)
            }
            other => panic!("{other:?}"),
        }
    }

    fn decision(&mut self, subject: Subject, values: &[i32]) -> IntAtom {
        let count = values.len();
        let (least, greatest, middle) = (values[0], values[count - 1], values[(count - 1) / 2]);
        let mean = (least + greatest).div_euclid(2);
        let nearest = |value: &&i32| ((2 * **value - least - greatest).abs(), **value);
        match self.values {
            ValueOrder::Ascending => subject.is(least),
            ValueOrder::Descending => subject.is(greatest),
            ValueOrder::Median => subject.is(middle),
            ValueOrder::Middle => subject.is(*values.iter().min_by_key(nearest).expect("it has values")),
            ValueOrder::Random(_) => subject.is(values[(self.random.number() % count as u64) as usize]),
            ValueOrder::Bisect => subject.at_most(mean),
            ValueOrder::RandomBisect(_) if self.random.below(2) == 0 => subject.at_most(mean),
            ValueOrder::ReverseBisect | ValueOrder::RandomBisect(_) => subject.at_least(mean + 1),
            ValueOrder::Interval => {
                let gap = values.windows(2).find(|pair| pair[0] + 1 < pair[1]);
                subject.at_most(gap.map_or(mean, |pair| pair[0]))
            }
            ValueOrder::ExcludeMin => !subject.is(least),
            ValueOrder::ExcludeMax => !subject.is(greatest),
            ValueOrder::ExcludeMedian => !subject.is(middle),
            ValueOrder::ExcludeRandom(_) => {
                !subject.is(values[(self.random.number() % count as u64) as usize])
            }
            other => panic!("{other:?}"),
        }
    }
}

impl Brancher for Naive {
    fn start(&mut self, solver: &mut Solver) {
        // A variable that is another one plus a constant adds nothing to the space.
        if self.variables == VariableOrder::Impact && matches!(self.subjects.first(), Some(Subject::Var(_))) {
            let mut seen = BTreeSet::new();
            self.subjects.retain(|subject| seen.insert(solver.view(subject.var()).var));
        }
    }

    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let values: Vec<Vec<i32>> = self.subjects.iter().map(|subject| subject.values(solver)).collect();
        let sizes: Vec<usize> = values.iter().map(Vec::len).collect();
        if let Some((at, level, before)) = self.newest.take() {
            let survived = solver.level() == level + 1;
            let left =
                sizes.iter().zip(&before).fold(1.0, |left, (&now, &was)| left * (now as f64 / was as f64));
            self.shares[at].push(if survived { left } else { 0.0 });
            if self.follows_conflicts && !survived {
                self.culprit = Some(at);
            }
        }
        let mut best: Option<(usize, (f64, f64))> = None;
        for at in (0..values.len()).filter(|&at| sizes[at] > 1) {
            let key = self.key(at, &values[at], solver);
            if best.is_none_or(|(_, other)| key < other) {
                best = Some((at, key));
            }
        }
        let (at, _) = best?;
        let at = self.culprit.filter(|&at| sizes[at] > 1).unwrap_or(at);
        self.newest = Some((at, solver.level(), sizes));
        Some(self.decision(self.subjects[at], &values[at]))
    }

    fn wants_failed_scopes(&self) -> bool {
        self.variables == VariableOrder::DomWdeg
    }

    fn failed_scope(&mut self, scope: &[VarId]) {
        for &var in scope {
            *self.weights.entry(var).or_insert(1.0) += 1.0;
        }
    }
}
