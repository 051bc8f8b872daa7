//! Promise: the orders of variables and values are those of their definitions, decision by decision.

use proptest::prelude::*;
use residua::constraints::{all_different, eq, ne};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limits};
use residua::store::VarId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use crate::catalogue::{cases, mixed};
use crate::oracle;
use crate::random::Random;

const VARIABLES: [VariableOrder; 10] = [
    VariableOrder::Input,
    VariableOrder::FirstFail,
    VariableOrder::AntiFirstFail,
    VariableOrder::Smallest,
    VariableOrder::Largest,
    VariableOrder::Occurrence,
    VariableOrder::MostConstrained,
    VariableOrder::MaxRegret,
    VariableOrder::DomWdeg,
    VariableOrder::Impact,
];

const VALUES: [ValueOrder; 13] = [
    ValueOrder::Ascending,
    ValueOrder::Descending,
    ValueOrder::Median,
    ValueOrder::Middle,
    ValueOrder::Random(7),
    ValueOrder::Bisect,
    ValueOrder::ReverseBisect,
    ValueOrder::RandomBisect(8),
    ValueOrder::Interval,
    ValueOrder::ExcludeMin,
    ValueOrder::ExcludeMax,
    ValueOrder::ExcludeMedian,
    ValueOrder::ExcludeRandom(9),
];

/// An order of variables, one of values, and whether the last conflict comes before both.
type Order = (VariableOrder, ValueOrder, bool);

fn orders() -> impl Strategy<Value = Order> {
    (prop::sample::select(VARIABLES.to_vec()), prop::sample::select(VALUES.to_vec()), any::<bool>())
}

/// Those that do not count constraints, some of which propagation removes.
fn by_domains() -> impl Strategy<Value = Order> {
    let counts =
        |order: &VariableOrder| matches!(order, VariableOrder::Occurrence | VariableOrder::MostConstrained);
    let variables: Vec<VariableOrder> = VARIABLES.into_iter().filter(|order| !counts(order)).collect();
    (prop::sample::select(variables), prop::sample::select(VALUES.to_vec()), any::<bool>())
}

/// What is decided: a variable, or an atom as a variable with the values 0 and 1.
#[derive(Clone, Copy, Debug)]
enum Subject {
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
struct Naive {
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
    fn new(model: &Model, subjects: &[Subject], (variables, values, follows_conflicts): Order) -> Naive {
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
            ValueOrder::Random(_) => subject.is(values[(self.random.next() % count as u64) as usize]),
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
            ValueOrder::ExcludeRandom(_) => !subject.is(values[(self.random.next() % count as u64) as usize]),
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

    fn wants_blame(&self) -> bool {
        self.variables == VariableOrder::DomWdeg
    }

    fn blame(&mut self, scope: &[VarId]) {
        for &var in scope {
            *self.weights.entry(var).or_insert(1.0) += 1.0;
        }
    }
}

/// Writes down what another brancher decides.
#[derive(Clone, Debug)]
struct Recorded<B> {
    brancher: B,
    decisions: Arc<Mutex<Vec<IntAtom>>>,
}

impl<B: Brancher + Clone + 'static> Brancher for Recorded<B> {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let decision = self.brancher.choose(solver)?;
        self.decisions.lock().expect("no panic before").push(decision);
        Some(decision)
    }

    fn start(&mut self, solver: &mut Solver) {
        self.brancher.start(solver);
    }

    fn wants_blame(&self) -> bool {
        self.brancher.wants_blame()
    }

    fn blame(&mut self, scope: &[VarId]) {
        self.brancher.blame(scope);
    }

    fn wants_modified(&self) -> bool {
        self.brancher.wants_modified()
    }

    fn modified(&mut self, var: VarId) {
        self.brancher.modified(var);
    }

    fn wants_dead_ends(&self) -> bool {
        self.brancher.wants_dead_ends()
    }

    fn on_dead_end(&mut self, decision: IntAtom, solver: &Solver) {
        self.brancher.on_dead_end(decision, solver);
    }
}

fn of_vars(vars: &[IntVar], (variables, values, follows_conflicts): Order) -> Ordered<IntVar> {
    let ordered = Ordered::new(vars, variables, values);
    if follows_conflicts { ordered.last_conflict() } else { ordered }
}

fn of_atoms(atoms: &[IntAtom], (variables, values, follows_conflicts): Order) -> Ordered<IntAtom> {
    let ordered = Ordered::new(atoms, variables, values);
    if follows_conflicts { ordered.last_conflict() } else { ordered }
}

/// What a brancher decides, and the solutions that are found; what it leaves open is decided in order.
fn run(
    model: &Model,
    brancher: impl Brancher + Clone + 'static,
    nodes: Option<u64>,
) -> (Vec<IntAtom>, Vec<Vec<i32>>) {
    let decisions = Arc::new(Mutex::new(Vec::new()));
    let vars: Vec<IntVar> = model.vars().collect();
    let rest = Ordered::new(&vars, VariableOrder::Input, ValueOrder::Ascending);
    let recorded = Recorded { brancher, decisions: Arc::clone(&decisions) };
    let mut solver = Solver::new(model, Options::default());
    let mut dfs = Dfs::new(vec![Box::new(recorded), Box::new(rest)], Limits::none().nodes(nodes));
    let mut found = Vec::new();
    while let Some(solution) = dfs.next_solution(&mut solver) {
        found.push(solution.values().to_vec());
    }
    let decisions = decisions.lock().expect("no panic before").clone();
    (decisions, found)
}

/// An instance has no constraint that is always true, or removes something at once: then its constraints can be counted.
fn scopes() -> impl Strategy<Value = Model> {
    let scope = prop::collection::btree_set(0..5_usize, 2..=4);
    (prop::collection::vec(scope, 0..6), 4..6_i32).prop_map(|(scopes, most)| {
        let mut model = Model::new();
        let xs = model.int_vars("x", 5, 1..=most);
        for scope in scopes {
            let scope = scope.iter().map(|&at| xs[at]);
            let _ =
                model.post(all_different(scope).at(Consistency::Value)).expect("the model's own variables");
        }
        model
    })
}

proptest! {
    #![proptest_config(cases(6000))]

    /// Of variables, some of them merged, or given twice.
    #[test]
    fn variables_come_in_their_order(instance in mixed(), twins in prop::collection::vec((0..4usize, 0..4usize, -2..=2i32), 0..2), given in prop::collection::vec(0..6usize, 1..6), order in by_domains()) {
        let mut model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        for &(x, y, by) in &twins {
            let _ = model.post(eq(vars[x % vars.len()], vars[y % vars.len()] + by)).expect("small");
        }
        let given: Vec<IntVar> = given.iter().map(|&at| vars[at % vars.len()]).collect();
        let subjects: Vec<Subject> = given.iter().map(|&var| Subject::Var(var)).collect();
        let (decisions, found) = run(&model, of_vars(&given, order), None);
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), None);
        // Which of two variables that differ by a constant is named does not matter.
        let solver = Solver::new(&model, Options::default());
        let inner = |atom: &IntAtom| {
            let view = solver.view(atom.var());
            (view.var, atom.relation(), i64::from(atom.value()) - i64::from(view.offset()))
        };
        prop_assert_eq!(decisions.iter().map(inner).collect::<Vec<_>>(), expected.iter().map(inner).collect::<Vec<_>>());
        prop_assert_eq!(&found, &all);
        let distinct: BTreeSet<Vec<i32>> = found.iter().cloned().collect();
        prop_assert_eq!(distinct.len(), found.len());
        let is_twin = |a: &Vec<i32>| twins.iter().all(|&(x, y, by)| a[x % vars.len()] == a[y % vars.len()] + by);
        let expected: BTreeSet<Vec<i32>> = oracle::solutions(&instance).into_iter().filter(is_twin).collect();
        prop_assert_eq!(distinct, expected);
    }

    /// Those that count constraints, too.
    #[test]
    fn constraints_are_counted(model in scopes(), order in orders()) {
        let vars: Vec<IntVar> = model.vars().collect();
        let subjects: Vec<Subject> = vars.iter().map(|&var| Subject::Var(var)).collect();
        let (decisions, found) = run(&model, of_vars(&vars, order), Some(200));
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), Some(200));
        prop_assert_eq!((decisions, found), (expected, all));
    }

    /// Of atoms, several of one variable.
    #[test]
    fn atoms_are_variables_with_two_values(model in scopes(), given in prop::collection::vec((0..5usize, 0..6i32, 0..4), 1..8), order in orders()) {
        let vars: Vec<IntVar> = model.vars().collect();
        let atom = |&(at, value, relation): &(usize, i32, i32)| match relation {
            0 => vars[at].is(value),
            1 => vars[at].is_not(value),
            2 => vars[at].at_most(value),
            _ => vars[at].at_least(value),
        };
        let atoms: Vec<IntAtom> = given.iter().map(atom).collect();
        let subjects: Vec<Subject> = atoms.iter().map(|&atom| Subject::Atom(atom)).collect();
        let (decisions, found) = run(&model, of_atoms(&atoms, order), Some(200));
        let (expected, all) = run(&model, Naive::new(&model, &subjects, order), Some(200));
        prop_assert_eq!((decisions, found), (expected, all));
    }
}

proptest! {
    #![proptest_config(cases(120))]

    /// More than are scanned.
    #[test]
    fn many_variables(pairs in prop::collection::vec((0..300usize, 0..300usize), 200..500), order in orders(), by_atoms: bool) {
        let mut model = Model::new();
        let xs = model.int_vars("x", 300, [0, 1, 4, 5]);
        // What is said twice is not counted twice.
        let pairs: BTreeSet<(usize, usize)> = pairs.iter().map(|&(x, y)| (x.min(y), x.max(y))).collect();
        for &(x, y) in pairs.iter().filter(|(x, y)| x != y) {
            let _ = model.post(ne(xs[x], xs[y])).expect("the model's own variables");
        }
        let nodes = Some(400);
        let (one, other) = if by_atoms {
            let atoms: Vec<IntAtom> = xs.iter().flat_map(|x| [x.at_most(1), x.is(4)]).collect();
            let subjects: Vec<Subject> = atoms.iter().map(|&atom| Subject::Atom(atom)).collect();
            let naive = Naive::new(&model, &subjects, order);
            (run(&model, of_atoms(&atoms, order), nodes), run(&model, naive, nodes))
        } else {
            let subjects: Vec<Subject> = xs.iter().map(|&var| Subject::Var(var)).collect();
            let naive = Naive::new(&model, &subjects, order);
            (run(&model, of_vars(&xs, order), nodes), run(&model, naive, nodes))
        };
        prop_assert!(one == other, "{:?}: {} and {} decisions", order, one.0.len(), other.0.len());
    }
}

/// Atoms that every value satisfies have nothing to decide.
#[test]
fn atoms_without_negation() {
    let mut model = Model::new();
    let x = model.named_var("x", [i32::MIN, 0, i32::MAX]);
    let atoms = [x.at_most(i32::MAX), x.at_least(i32::MIN), x.at_most(0)];
    for values in VALUES {
        let (decisions, found) = run(&model, Ordered::new(&atoms, VariableOrder::Input, values), None);
        assert_eq!((decisions.len(), found.len()), (1, 3), "{values:?}");
    }
}

/// Of an atom and its opposite, what is decided after a dead end is the one that was decided there.
#[test]
fn an_atom_and_its_opposite() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 1..=4);
    for scope in [&[0, 1, 2, 4][..], &[3, 4], &[0, 1, 3]] {
        let scope = scope.iter().map(|&at| xs[at]);
        let _ = model.post(all_different(scope).at(Consistency::Value)).expect("the model's own variables");
    }
    let atoms = [xs[3].is_not(2), xs[2].is(1), xs[0].is(4), xs[0].is_not(4)];
    let subjects = atoms.map(Subject::Atom);
    for values in VALUES {
        let order = (VariableOrder::Input, values, true);
        let expected = run(&model, Naive::new(&model, &subjects, order), None);
        assert_eq!(run(&model, of_atoms(&atoms, order), None), expected, "{values:?}");
    }
}

/// The whole width of values is halved, and its middle is found.
#[test]
fn wide_domains() {
    let mut model = Model::new();
    let x = model.named_var("x", i32::MIN + 1..=i32::MAX);
    let first = |values| {
        let order = Ordered::new(&[x], VariableOrder::Input, values);
        run(&model, order, Some(2)).0[0]
    };
    assert_eq!(first(ValueOrder::Middle), x.is(0));
    assert_eq!(first(ValueOrder::Median), x.is(0));
    assert_eq!(first(ValueOrder::Bisect), x.at_most(0));
    assert_eq!(first(ValueOrder::ReverseBisect), x.at_least(1));
    assert_eq!(first(ValueOrder::Interval), x.at_most(0));
}
