//! Promise: every form of the dense engine has exactly the solutions of the model, by brute force and by the general
//! engine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use residua::constraints::{all_different, eq, exact_sum, in_set, le, lt, ne};
use residua::dense::{Dense, Form, Network, Step};
use residua::domain::Domain;
use residua::model::{ConstraintId, Model, ModelError, Solution};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limit, Limits, NetworkSearch, Outcome};
use residua::store::View;

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }

    /// So many of `items`, in random order.
    fn some<T: Clone>(&mut self, items: &[T], count: usize) -> Vec<T> {
        let mut items = items.to_vec();
        self.shuffle(&mut items);
        items.truncate(count);
        items
    }
}

/// A network as a test makes it: domains, and scopes that are all different.
#[derive(Clone, Debug)]
struct Case {
    domains: Vec<Vec<i32>>,
    scopes: Vec<Vec<usize>>,
}

impl Case {
    /// As a model; a scope of two is now a `≠`, now an `all_different`.
    fn model(&self) -> Model {
        let mut model = Model::new();
        let xs: Vec<_> = self.domains.iter().map(|values| model.int_var(set(values))).collect();
        for (i, scope) in self.scopes.iter().enumerate() {
            let posted = match scope.as_slice() {
                &[x, y] if i % 2 == 0 => model.post(ne(xs[x], xs[y])),
                _ => model.post(all_different(scope.iter().map(|&x| xs[x]))),
            };
            posted.expect("the values are small");
        }
        model
    }

    /// The same network with its variables numbered otherwise, and its scopes in another order.
    fn shuffled(&self, numbers: &mut Numbers) -> Case {
        let mut to: Vec<usize> = (0..self.domains.len()).collect();
        numbers.shuffle(&mut to);
        let mut domains = self.domains.clone();
        for (x, domain) in self.domains.iter().enumerate() {
            domains[to[x]].clone_from(domain);
        }
        let mut scopes: Vec<Vec<usize>> =
            self.scopes.iter().map(|scope| scope.iter().map(|&x| to[x]).collect()).collect();
        for scope in &mut scopes {
            numbers.shuffle(scope);
        }
        numbers.shuffle(&mut scopes);
        Case { domains, scopes }
    }
}

fn set(values: &[i32]) -> Domain {
    values.iter().copied().collect()
}

/// The definition, tried out variable by variable.
fn brute_force(case: &Case) -> BTreeSet<Vec<i32>> {
    let mut all = BTreeSet::new();
    extend(case, &mut Vec::new(), &mut all);
    all
}

fn extend(case: &Case, values: &mut Vec<i32>, all: &mut BTreeSet<Vec<i32>>) {
    let x = values.len();
    if x == case.domains.len() {
        all.insert(values.clone());
        return;
    }
    for &v in &case.domains[x] {
        let clashes =
            |scope: &Vec<usize>| scope.contains(&x) && scope.iter().any(|&y| y < x && values[y] == v);
        if !case.scopes.iter().any(clashes) {
            values.push(v);
            extend(case, values, all);
            values.pop();
        }
    }
}

/// The solutions that the general engine finds, up to so many.
fn general(model: &Model, most: usize) -> BTreeSet<Vec<i32>> {
    let vars: Vec<_> = model.vars().collect();
    let search = model.search().branch(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
    let limits = Limits { solutions: Some(most as u64), ..Limits::default() };
    search.limits(limits).solutions().map(|solution| solution.values().to_vec()).collect()
}

/// The solutions that one form finds, up to so many: each a solution, and each once.
fn dense(model: &Model, search: &mut Dense, most: usize) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    while found.len() < most && search.advance(u64::MAX) == Step::Solution {
        let values: Vec<i32> = (0..model.domains().len()).map(|x| search.value(x)).collect();
        assert!(model.check(&Solution::new(values.clone())).is_ok(), "{}: {values:?}", search.form());
        assert!(found.insert(values), "{}: the same solution twice", search.form());
    }
    found
}

/// How many cases each form took.
#[derive(Default)]
struct Tally(BTreeMap<Form, usize>);

impl Tally {
    /// Lets all forms that fit solve the case. `truth` holds all its solutions, or `most` of them.
    fn check(&mut self, case: &Case, model: &Model, truth: &BTreeSet<Vec<i32>>, most: usize) {
        let network = Network::of(model).unwrap_or_else(|| panic!("{case:?} fits"));
        for form in Form::ALL {
            // Planes infer less than pieces, and take long where a large lattice has many dead ends.
            let is_large = case.domains.len() > 100;
            if is_large && matches!(form, Form::Planes | Form::PlanesAvx2) {
                continue;
            }
            let Some(mut search) = Dense::in_form(&network, form) else { continue };
            let found = dense(model, &mut search, most);
            if truth.len() < most {
                assert_eq!(&found, truth, "{form}: {case:?}");
            } else {
                assert_eq!(found.len(), most, "{form}: {case:?}");
            }
            *self.0.entry(form).or_default() += 1;
        }
    }

    fn of(&self, form: Form) -> usize {
        self.0.get(&form).copied().unwrap_or(0)
    }
}

/// A few variables, and scopes and edges as they come.
fn random(numbers: &mut Numbers) -> Case {
    let values: Vec<i32> = match numbers.below(3) {
        0 => (1..=2 + numbers.below(5) as i32).collect(),
        1 => (0..64).map(|v| v * 7 - 100).collect(),
        _ => (0..3 + numbers.below(62) as i32).collect(),
    };
    let vars = 1 + numbers.below(6);
    let domain = |numbers: &mut Numbers| {
        let size = 1 + numbers.below(values.len().min(5));
        numbers.some(&values, size)
    };
    let domains = (0..vars).map(|_| domain(numbers)).collect();
    let all: Vec<usize> = (0..vars).collect();
    let scope = |numbers: &mut Numbers| {
        let size = 2 + numbers.below(vars);
        numbers.some(&all, size.min(vars))
    };
    let scopes = (0..numbers.below(6)).map(|_| scope(numbers)).collect();
    Case { domains, scopes }
}

#[test]
fn small_networks_have_the_solutions_of_brute_force() {
    let mut numbers = Numbers(1);
    let (mut tally, mut without) = (Tally::default(), 0);
    for _ in 0..3000 {
        let case = random(&mut numbers);
        let truth = brute_force(&case);
        without += usize::from(truth.is_empty());
        tally.check(&case, &case.model(), &truth, usize::MAX);
    }
    assert!(tally.of(Form::Scopes) == 3000 && (100..2900).contains(&without), "{without}");
}

/// An n by n grid by row: rows, columns, and regions that `region` tells.
fn grid(n: usize, region: impl Fn(usize, usize) -> usize) -> Vec<Vec<usize>> {
    let mut scopes = vec![Vec::new(); 3 * n];
    for (r, c) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        for scope in [r, n + c, 2 * n + region(r, c)] {
            scopes[scope].push(r * n + c);
        }
    }
    scopes
}

/// Boxes of so many rows and columns.
fn boxes(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    grid(rows * columns, |r, c| r / rows * rows + c / columns)
}

/// A solution of `boxes`, its symbols and its lines within bands permuted.
fn filled(rows: usize, columns: usize, numbers: &mut Numbers) -> Vec<i32> {
    let n = rows * columns;
    let mut lines = |band: usize| -> Vec<usize> {
        let mut bands: Vec<usize> = (0..n / band).collect();
        numbers.shuffle(&mut bands);
        let within = |b: usize| {
            let mut lines: Vec<usize> = (b * band..(b + 1) * band).collect();
            numbers.shuffle(&mut lines);
            lines
        };
        bands.into_iter().flat_map(within).collect()
    };
    let (across, down) = (lines(rows), lines(columns));
    let mut symbols: Vec<i32> = (1..=n as i32).collect();
    numbers.shuffle(&mut symbols);
    let value = |r: usize, c: usize| symbols[(r % rows * columns + r / rows + c) % n];
    across.iter().flat_map(|&r| down.iter().map(move |&c| (r, c))).map(|(r, c)| value(r, c)).collect()
}

/// Domains around a solution: a share of the variables is fixed, others lose some values; now and then one is wrong.
fn around(solution: &[i32], n: usize, fixed: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let all: Vec<i32> = (1..=n as i32).collect();
    let holes = numbers.below(3);
    let mut domain = |&value: &i32| {
        if numbers.below(100) < fixed {
            return vec![value];
        }
        let left = if holes == 0 { n } else { n - numbers.below(n / 2) };
        let mut values = numbers.some(&all, left);
        if !values.contains(&value) && numbers.below(200) > 0 {
            values.push(value);
        }
        values
    };
    solution.iter().map(&mut domain).collect()
}

const MOST: usize = 150;

#[test]
fn grids_have_the_solutions_of_the_general_engine() {
    let mut numbers = Numbers(2);
    let mut tally = Tally::default();
    let shapes = [
        (2, 2, 300),
        (2, 3, 200),
        (3, 2, 200),
        (2, 4, 100),
        (4, 2, 100),
        (3, 3, 150),
        (3, 4, 25),
        (4, 3, 25),
        (4, 4, 15),
    ];
    let mut several = 0;
    for (rows, columns, count) in shapes {
        let n = rows * columns;
        for i in 0..count {
            let solution = filled(rows, columns, &mut numbers);
            let fixed = if n < 8 { numbers.below(60) } else { 30 + numbers.below(30) };
            let domains = around(&solution, n, fixed, &mut numbers);
            let mut case = Case { domains, scopes: boxes(rows, columns) };
            match i % 5 {
                // A diagonal, or any scope at all, on top.
                3 => case.scopes.push((0..n).map(|i| i * n + i).collect()),
                4 => case.scopes.push(numbers.some(&(0..n * n).collect::<Vec<_>>(), 2 + i % 3)),
                _ => {}
            }
            let case = if i % 2 == 0 { case } else { case.shuffled(&mut numbers) };
            let model = case.model();
            let truth = general(&model, MOST);
            several += usize::from(truth.len() > 1);
            tally.check(&case, &model, &truth, MOST);
        }
    }
    assert!(several > 200, "{several}");
    let all = tally.of(Form::Scopes);
    assert!(all > 1000 && tally.of(Form::Portable) == all, "{:?}", tally.0);
    let avx2 = tally.of(Form::Avx2);
    assert!(avx2 == tally.of(Form::Portable) || avx2 == 0, "{:?}", tally.0);
}

#[test]
fn latin_squares_and_jigsaws_have_the_solutions_of_the_general_engine() {
    let mut numbers = Numbers(3);
    let mut tally = Tally::default();
    for i in 0..400 {
        let n = 3 + numbers.below(5);
        let mut scopes = grid(n, |r, c| if i % 2 == 0 { (r + 2 * c) % n } else { (r * n + c + c / 2) % n });
        if i % 4 < 2 {
            scopes.truncate(2 * n);
        }
        let square: Vec<i32> = (0..n * n).map(|cell| ((cell / n + cell % n) % n) as i32 + 1).collect();
        let fixed = 20 + numbers.below(40);
        let case = Case { domains: around(&square, n, fixed, &mut numbers), scopes }.shuffled(&mut numbers);
        let model = case.model();
        tally.check(&case, &model, &general(&model, MOST), MOST);
    }
    assert_eq!(tally.of(Form::Scopes), 400);
}

#[test]
fn a_pause_at_every_node_changes_nothing() {
    let mut numbers = Numbers(4);
    for _ in 0..20 {
        let domains = around(&filled(3, 3, &mut numbers), 9, 25, &mut numbers);
        let network = Network::over(&domains, boxes(3, 3)).expect("nine values");
        for form in Form::ALL {
            let Some(mut whole) = Dense::in_form(&network, form) else { continue };
            let mut paused = whole.clone();
            for _ in 0..30 {
                let step = whole.advance(u64::MAX);
                let same = std::iter::repeat_with(|| paused.advance(1)).find(|&step| step != Step::Paused);
                assert_eq!((same, paused.counts()), (Some(step), whole.counts()), "{form}");
                assert!(step == Step::Exhausted || (0..81).all(|x| whole.value(x) == paused.value(x)));
            }
            // And it can be started over, as if nothing had been.
            let (first, mut again) = (Dense::in_form(&network, form).map(|mut d| d.advance(u64::MAX)), whole);
            again.start(network.domains());
            assert_eq!(Some(again.advance(u64::MAX)), first);
        }
    }
}

#[test]
fn limits_stop_a_search_where_they_say() {
    let network = Network::over(&vec![(1..=9).collect(); 81], boxes(3, 3)).expect("nine values");
    // One of the puzzles with one solution and many dead ends before it.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let values = |given: char| given.to_digit(10).map_or((1..=9).collect(), |value| vec![value as i32]);
    let hard =
        Network::over(&hard.chars().map(values).collect::<Vec<_>>(), boxes(3, 3)).expect("nine values");
    let flag = Arc::new(AtomicBool::new(true));
    for form in Form::ALL {
        let end = |limits: Limits| {
            let network = if limits.failures.is_some() { &hard } else { &network };
            let mut search = NetworkSearch::in_form(network, form, limits)?;
            while search.advance() {}
            let taken = search.statistics();
            Some((search.outcome()?, taken.nodes, taken.failures, taken.solutions))
        };
        if end(Limits { nodes: Some(1), ..Limits::default() }).is_none() {
            continue;
        }
        let stopped = |limits: Limits| match end(limits) {
            Some((Outcome::Stopped(limit), nodes, failures, solutions)) => {
                (limit, nodes, failures, solutions)
            }
            other => panic!("{form}: {other:?}"),
        };
        for most in [0, 1, 77, 1000] {
            let nodes = stopped(Limits { nodes: Some(most), ..Limits::default() });
            assert_eq!((nodes.0, nodes.1), (Limit::Nodes, most), "{form}");
            let solutions = stopped(Limits { solutions: Some(most), ..Limits::default() });
            assert_eq!((solutions.0, solutions.3), (Limit::Solutions, most), "{form}");
        }
        let failures = stopped(Limits { failures: Some(3), ..Limits::default() });
        assert_eq!((failures.0, failures.2), (Limit::Failures, 3), "{form}");
        let flagged = stopped(Limits { stop: Some(flag.clone()), ..Limits::default() });
        assert_eq!((flagged.0, flagged.1), (Limit::Stop, 0), "{form}");
        let late = stopped(Limits { time: Some(Duration::ZERO), ..Limits::default() });
        assert_eq!((late.0, late.1), (Limit::Time, 0), "{form}");
    }
}

#[test]
fn a_limit_that_is_just_enough_stops_nothing() {
    let mut numbers = Numbers(5);
    let domains = around(&filled(3, 3, &mut numbers), 9, 30, &mut numbers);
    let network = Network::over(&domains, boxes(3, 3)).expect("nine values");
    for form in Form::ALL {
        let mut search = NetworkSearch::in_form(&network, form, Limits::default());
        let Some(free) = &mut search else { continue };
        while free.statistics().nodes < 5000 && free.advance() {}
        let taken = free.statistics();
        if free.outcome() == Some(Outcome::Exhausted) {
            let limits = Limits { nodes: Some(taken.nodes), ..Limits::default() };
            let mut limited = NetworkSearch::in_form(&network, form, limits).expect("it fitted");
            while limited.advance() {}
            assert_eq!((limited.outcome(), limited.statistics()), (free.outcome(), taken), "{form}");
        }
    }
}

#[test]
fn a_network_is_what_the_model_says_and_nothing_less() {
    let network = |post: &dyn Fn(&mut Model, &[View])| {
        let mut model = Model::new();
        let xs: Vec<View> = model.int_vars("x", 3, 1..=4).into_iter().map(View::from).collect();
        post(&mut model, &xs);
        Network::of(&model)
    };
    let post = |result: Result<ConstraintId, ModelError>| assert!(result.is_ok(), "it can be posted");
    let domains = |found: Option<Network>| found.map(|network| network.domains().to_vec());
    // Facts about one variable go into its domain, whoever states them.
    assert_eq!(domains(network(&|m, xs| post(m.post(le(xs[0], 2))))), Some(vec![0b11, 0b1111, 0b1111]));
    assert_eq!(
        domains(network(&|m, xs| post(m.post(in_set(xs[1], [1, 4]))))),
        Some(vec![0b1111, 0b1001, 0b1111])
    );
    assert_eq!(domains(network(&|m, xs| post(m.post(ne(xs[2] + 1, 3))))), Some(vec![0b1111, 0b1111, 0b1101]));
    assert_eq!(domains(network(&|m, xs| post(m.post(eq(xs[0] * 2, 4))))), Some(vec![0b10, 0b1111, 0b1111]));
    // Views that differ exactly when their variables do.
    let shifted = network(&|m, xs| post(m.post(all_different(xs.iter().map(|&x| x + 5)))));
    assert_eq!(shifted.map(|n| n.scopes().to_vec()), Some(vec![vec![0, 1, 2]]));
    let doubled = network(&|m, xs| post(m.post(ne(xs[0] * 2, xs[1] * 2))));
    assert_eq!(doubled.map(|n| n.scopes().to_vec()), Some(vec![vec![0, 1]]));
    // All else is for the general engine.
    assert_eq!(network(&|m, xs| post(m.post(lt(xs[0], xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(eq(xs[0], xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(ne(xs[0], xs[1] + 1)))), None);
    assert_eq!(network(&|m, xs| post(m.post(ne(xs[0] * 2, xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(all_different([xs[0], xs[1] + 1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(all_different([xs[0], xs[1], xs[0]])))), None);
    assert_eq!(network(&|m, xs| post(m.post(exact_sum([xs[0], xs[1]], 4)))), None);
    assert!(Network::over(&[(0..65).collect()], Vec::new()).is_none(), "65 values");
    assert!(Network::over(&[(0..64).collect()], Vec::new()).is_some_and(|n| n.all() == u64::MAX));
    // No variables at all have one solution, and a variable without values none.
    let empty = Network::over(&[], Vec::new()).expect("it fits");
    let mut search = Dense::new(&empty);
    assert_eq!((search.advance(9), search.advance(9)), (Step::Solution, Step::Exhausted));
    let hopeless = Network::over(&[vec![], vec![1]], Vec::new()).expect("it fits");
    assert_eq!(Dense::new(&hopeless).advance(9), Step::Exhausted);
}
