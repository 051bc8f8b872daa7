//! Promise: what is estimated of a tree is right on average, and the share that is searched grows to all of it.

use residua::constraints::{Automaton, all_different, ne, regular, sum, table};
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Learning, Limit, Limits, Random, Search, Statistics, Status};
use std::time::Duration;

/// A model, and the variables that are decided.
struct Sample {
    name: &'static str,
    model: Model,
    vars: Vec<IntVar>,
    order: VariableOrder,
    values: ValueOrder,
}

impl Sample {
    fn search(&self) -> Search<'_> {
        self.model.search().branch(&self.vars, self.order, self.values).learn(Learning::Off)
    }

    /// What a search of all of it counts.
    fn truth(&self) -> Statistics {
        let mut solutions = self.search().solutions();
        while solutions.advance() {}
        solutions.statistics()
    }
}

/// A sample, whose constraints are posted by `post`.
fn sample(
    name: &'static str,
    (order, values): (VariableOrder, ValueOrder),
    build: impl FnOnce(&mut Model) -> Result<Vec<IntVar>, ModelError>,
) -> Sample {
    let mut model = Model::new();
    let vars = build(&mut model).expect("they are its own variables, and small");
    Sample { name, model, vars, order, values }
}

const INPUT: (VariableOrder, ValueOrder) = (VariableOrder::Input, ValueOrder::Ascending);
const FIRST_FAIL: (VariableOrder, ValueOrder) = (VariableOrder::FirstFail, ValueOrder::Ascending);
const SPLIT: (VariableOrder, ValueOrder) = (VariableOrder::Input, ValueOrder::Bisect);

fn ten() -> Vec<Sample> {
    vec![
        sample("queens 8", INPUT, |model| {
            let xs = model.int_vars("x", 8, 0..8);
            for sign in [-1, 0, 1] {
                let _ = model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
            }
            Ok(xs)
        }),
        sample("magic square 3", INPUT, |model| {
            let xs = model.int_vars("x", 9, 1..=9);
            let _ = model.post(all_different(xs.clone()))?;
            let lines =
                [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
            for line in lines {
                let _ = model.post(sum(line.map(|at: usize| 1 * xs[at])).eq(15))?;
            }
            Ok(xs)
        }),
        sample("all-interval 8", FIRST_FAIL, |model| {
            let xs = model.int_vars("x", 8, 0..8);
            let steps = model.int_vars("step", 7, 1..8);
            for (pair, &step) in xs.windows(2).zip(&steps) {
                let _ = model.post((pair[0] - pair[1]).abs().eq(step))?;
            }
            let _ = model.post(all_different(xs.clone()))?;
            let _ = model.post(all_different(steps))?;
            Ok(xs)
        }),
        sample("latin square 4", INPUT, |model| latin(model, 4, &[])),
        sample("golomb 6", SPLIT, |model| {
            let marks = model.int_vars("mark", 6, 0..=19);
            let _ = model.post(marks[0].is(0))?;
            let mut gaps = Vec::new();
            for (at, &low) in marks.iter().enumerate() {
                for &high in &marks[at + 1..] {
                    let gap = model.named_var("gap", 1..=19);
                    let _ = model.post((high - low).eq(gap))?;
                    gaps.push(gap);
                }
            }
            let _ = model.post(all_different(gaps))?;
            Ok(marks)
        }),
        sample("colouring 14", FIRST_FAIL, |model| {
            let xs = model.int_vars("x", 14, 0..3);
            let mut random = Random::new(3);
            for at in 0..14 {
                for other in at + 1..14 {
                    if random.below(4) == 0 {
                        let _ = model.post(ne(xs[at], xs[other]))?;
                    }
                }
            }
            Ok(xs)
        }),
        sample("quasigroup 6", FIRST_FAIL, |model| {
            latin(
                model,
                6,
                &[(0, 0), (1, 3), (7, 1), (9, 4), (14, 2), (16, 5), (21, 0), (23, 3), (28, 4), (35, 1)],
            )
        }),
        sample("knapsack", SPLIT, |model| {
            let xs = model.int_vars("x", 6, 0..=9);
            let weights = [13, 17, 19, 23, 29, 31];
            let _ = model.post(sum(xs.iter().zip(weights).map(|(&x, weight)| weight * x)).eq(331))?;
            Ok(xs)
        }),
        sample("random tables", FIRST_FAIL, |model| {
            let xs = model.int_vars("x", 10, 0..5);
            let mut random = Random::new(5);
            for _ in 0..14 {
                let scope = [(); 2].map(|()| xs[random.below(10)]);
                if scope[0] == scope[1] {
                    continue;
                }
                let rows: Vec<Vec<i32>> =
                    (0..25).map(|at| vec![at / 5, at % 5]).filter(|_| random.below(10) < 6).collect();
                let _ = model.post(table(scope, rows))?;
            }
            Ok(xs)
        }),
        sample("nonogram 6x6", INPUT, nonogram),
    ]
}

/// A Latin square, some of whose cells are given.
fn latin(model: &mut Model, size: usize, givens: &[(usize, i32)]) -> Result<Vec<IntVar>, ModelError> {
    let xs = model.int_vars("x", size * size, 0..size as i32);
    for line in 0..size {
        let _ = model.post(all_different((0..size).map(|at| xs[line * size + at])))?;
        let _ = model.post(all_different((0..size).map(|at| xs[at * size + line])))?;
    }
    for &(at, value) in givens {
        let _ = model.post(xs[at].is(value))?;
    }
    Ok(xs)
}

/// Two cells of each line are black, and do not touch.
fn nonogram(model: &mut Model) -> Result<Vec<IntVar>, ModelError> {
    let cells = model.int_vars("c", 36, 0..=1);
    let line = Automaton::from_pattern("0* 1 0+ 1 0*", 0..=1);
    for at in 0..6 {
        let _ = model.post(regular(&cells[6 * at..6 * at + 6], line.clone()))?;
        let column: Vec<IntVar> = (0..6).map(|row| cells[6 * row + at]).collect();
        let _ = model.post(regular(&column, line.clone()))?;
    }
    Ok(cells)
}

/// The number of standard errors between an estimate and the truth, of means of enough probes to be nearly normal.
fn distance(estimate: f64, error: f64, truth: u64) -> f64 {
    (estimate - truth as f64).abs() / error.max(1e-9 * truth as f64).max(1e-9)
}

/// One probe tells nothing of its error.
#[test]
fn one_probe() {
    for sample in ten() {
        let estimate = sample.search().estimate(1, 1).expect("there is no limit");
        assert_eq!((estimate.nodes_error, estimate.solutions_error), (None, None));
        let text = estimate.to_string();
        assert!(!text.contains('±') && text.ends_with(" solutions, by 1 probe (error unknown)"), "{text}");
        let two = sample.search().estimate(2, 1).expect("there is no limit");
        assert!(two.nodes_error.is_some() && two.to_string().matches('±').count() == 2, "{two}");
    }
}

/// With `--nocapture` it prints the table of `docs/cli.md`.
#[expect(clippy::print_stdout, reason = "it is shown with `--nocapture`")]
#[test]
fn of_ten_models() {
    println!("model            nodes  100 probes        10,000 probes     solutions  10,000 probes");
    for sample in ten() {
        let truth = sample.truth();
        assert!((50..200_000).contains(&truth.nodes), "{}: {truth}", sample.name);
        let few = sample.search().estimate(100, 1).expect("there is no limit");
        let many = sample.search().estimate(10_000, 1).expect("there is no limit");
        let error = |error: Option<f64>| error.expect("there is more than one probe");
        println!(
            "{:<15} {:>6}  {:>7.0} ± {:<6.0}  {:>8.0} ± {:<6.0}  {:>8}  {:>8.1} ± {:.1}",
            sample.name,
            truth.nodes,
            few.nodes,
            error(few.nodes_error),
            many.nodes,
            error(many.nodes_error),
            truth.solutions,
            many.solutions,
            error(many.solutions_error)
        );
        let is_same = sample.search().estimate(100, 1) == Ok(few);
        assert!(is_same, "{}: a seed says all", sample.name);
        assert!(distance(many.nodes, error(many.nodes_error), truth.nodes) < 5.0, "{}: {many}", sample.name);
        let of_solutions = distance(many.solutions, error(many.solutions_error), truth.solutions);
        assert!(of_solutions < 5.0, "{}: {many}", sample.name);
        assert!(error(many.nodes_error) < 0.2 * truth.nodes as f64, "{}: {many}", sample.name);
    }
}

/// Takes all probes of a tree: the sum of what they count, each times its probability.
fn expected(search: &dyn Fn() -> Search<'static>) -> (f64, f64) {
    let (mut nodes, mut solutions) = (0.0, 0.0);
    // The sides to be taken first; after them, the left ones.
    let mut todo = vec![Vec::new()];
    while let Some(sides) = todo.pop() {
        let (mut taken, mut probability): (Vec<bool>, f64) = (Vec::new(), 1.0);
        let counts = search().probe(&mut |left| {
            let side = sides.get(taken.len()).copied().unwrap_or(true);
            if taken.len() >= sides.len() {
                let other = taken.iter().copied().chain([false]).collect();
                todo.push(other);
            }
            taken.push(side);
            probability *= if side { left } else { 1.0 - left };
            side
        });
        let counts = counts.expect("there is no limit");
        nodes += probability * counts.0;
        solutions += probability * counts.1;
    }
    (nodes, solutions)
}

fn assert_expected(what: &str, search: impl Fn() -> Search<'static>, nodes: Option<u64>, solutions: u64) {
    let (of_nodes, of_solutions) = expected(&search);
    if let Some(nodes) = nodes {
        assert!((of_nodes - nodes as f64).abs() < 1e-6 * nodes as f64, "{what}: {of_nodes}, {nodes} nodes");
    }
    let is_right = (of_solutions - solutions as f64).abs() < 1e-6 * (solutions as f64 + 1.0);
    assert!(is_right, "{what}: {of_solutions}, {solutions} solutions");
}

/// Three variables of four values, with random tables.
fn tiny(seed: u64) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut random = Random::new(seed);
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..4);
    for (x, y) in [(0, 1), (1, 2), (0, 2)] {
        let rows: Vec<[i32; 2]> =
            (0..16).map(|at| [at / 4, at % 4]).filter(|_| random.below(5) < 3).collect();
        let _ = model.post(table([xs[x], xs[y]], rows))?;
    }
    Ok((model, xs))
}

/// Over all probes of small trees, with every kind of decision, the mean is the truth itself.
#[test]
fn is_unbiased() -> Result<(), ModelError> {
    for seed in 0..12 {
        let (model, xs) = tiny(seed)?;
        let model: &'static Model = Box::leak(Box::new(model));
        for values in [ValueOrder::Ascending, ValueOrder::Bisect, ValueOrder::ExcludeMin, ValueOrder::Median]
        {
            let order = [VariableOrder::Input, VariableOrder::FirstFail][seed as usize % 2];
            let search = || model.search().branch(&xs, order, values).learn(Learning::Off);
            let mut solutions = search().solutions();
            while solutions.advance() {}
            let truth = solutions.statistics();
            let what = format!("{seed}, {values:?}");
            assert_expected(&what, search, Some(truth.nodes), truth.solutions);
            let projected = || search().project(&xs[1..]);
            assert_expected(&what, projected, None, projected().solutions().count() as u64);
        }
    }
    Ok(())
}

/// The share that is closed after each node of a search with a progress callback, from the root to the end.
fn closed_shares(sample: &Sample) -> Vec<f64> {
    let order = Ordered::new(&sample.vars, sample.order, sample.values);
    let all: Vec<IntVar> = sample.model.vars().collect();
    let rest = Ordered::new(&all, VariableOrder::FirstFail, ValueOrder::Ascending);
    let watched = Limits::none().nodes(1).watch(Duration::from_secs(1000), |_| {});
    let mut dfs = Dfs::new(vec![Box::new(order), Box::new(rest)], watched.clone());
    let mut solver = Solver::new(&sample.model, Options::default());
    let mut shares = Vec::new();
    while dfs.status() != Some(Status::Exhausted) {
        while dfs.advance(&mut solver) {}
        shares.push(dfs.closed_share().expect("the search is watched"));
        dfs.resume(watched.clone());
    }
    shares
}

/// At half of a search, what is expected of it is within a factor of five. With `--nocapture` it prints how that goes on while a search
/// does.
#[expect(clippy::print_stdout, reason = "it is shown with `--nocapture`")]
#[test]
fn the_closed_share_grows_to_all() {
    println!("model            nodes  at 1/10  at 1/4  at 1/2  at 3/4   (nodes so far / closed share)");
    for sample in ten() {
        let shares = closed_shares(&sample);
        let nodes = shares.len();
        assert!(shares.is_sorted() && shares[0] == 0.0, "{}", sample.name);
        assert_eq!(shares.last(), Some(&1.0), "{}", sample.name);
        // All leaves but the last one, which is half of a Golomb ruler.
        assert!((0.25..1.0).contains(&shares[nodes - 2]), "{}: {}", sample.name, shares[nodes - 2]);
        let after = |part: usize| part as f64 / shares[part - 1];
        let estimates = [nodes / 10, nodes / 4, nodes / 2, 3 * nodes / 4].map(after);
        let shown = estimates.map(|estimate| format!("{estimate:7.0}")).join(" ");
        println!("{:<15} {nodes:>6}  {shown}", sample.name);
        let factor = estimates[2] / nodes as f64;
        assert!((0.2..5.0).contains(&factor), "{}: {factor}", sample.name);
    }
}

/// A callback is told of the share, and of an optimum how good it is.
#[test]
fn callbacks_are_told() -> Result<(), ModelError> {
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let to = std::sync::Arc::clone(&told);
    let limits = Limits::none().watch(Duration::ZERO, move |progress| {
        to.lock().expect("no thread panics").push(*progress);
    });
    let mut model = Model::new();
    let xs = model.int_vars("x", 9, 0..=9);
    let weights = [13, 17, 19, 23, 29, 31, 37, 41, 43];
    let total = || sum(xs.iter().zip(weights).map(|(&x, weight)| weight * x));
    let _ = model.post(total().le(403))?;
    let search = model.search().learn(Learning::Off).branch(&xs, VariableOrder::Input, ValueOrder::Ascending);
    let worth = xs[0] * 12 + xs[1] * 18 + xs[2] * 19 + xs[3] * 25 + xs[4] * 30 + xs[8] * 50;
    let mut better = search.limits(limits).maximize(worth)?;
    let best = better.by_ref().last().map(|(value, _)| value);
    let told = told.lock().expect("no thread panics");
    assert!(told.len() > 10, "{}", told.len());
    assert!(told.is_sorted_by_key(|progress| progress.closed));
    assert!(told.iter().all(|progress| progress.closed.is_some_and(|closed| closed <= 1.0)));
    let last = told.last().expect("there are some");
    assert_eq!(last.best, best);
    assert!(last.bound >= best && last.expected_nodes >= Some(last.statistics.nodes as f64), "{last}");
    Ok(())
}

/// A limit in the place of an estimate, also of small nodes, which propagation alone would not interrupt.
#[test]
fn limits_are_kept() {
    let sample = &ten()[0];
    let short = sample.search().limits(Duration::from_millis(20));
    assert_eq!(short.estimate(u64::MAX, 1), Err(Limit::Time));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert_eq!(sample.search().limits(Limits::none().stop(flag)).estimate(10, 1), Err(Limit::Stop));
}
