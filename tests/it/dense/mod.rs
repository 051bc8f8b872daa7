//! Promise: every form of the dense engine has exactly the solutions of the model, by brute force and by the general
//! engine; and a model's solutions are the same whichever engine finds them.
//!
//! | file | tests |
//! |---|---|
//! | `recognition.rs` | which models are networks |
//! | `forms.rs` | each form of the engine, advanced directly |
//! | `shapes.rs` | jigsaws, Latin squares, holes, short rows |
//! | `extra_scopes.rs` | diagonals, windows, edges on top of boxes |
//! | `many.rs` | many solutions, one by one |
//! | `twofold.rs` | solutions that are combined and not searched for |
//! | `wide.rs` | boxes with sides up to eight, and more than 16 values |
//! | `limits.rs` | where a search stops, and how it continues |
//! | `taking_over.rs` | the general engine, where the dense one gives up |
//! | `engines.rs` | the usual interface, with each engine |

mod engines;
mod extra_scopes;
mod forms;
mod limits;
mod many;
mod recognition;
mod shapes;
mod taking_over;
mod twofold;
mod wide;

use std::collections::BTreeSet;

use residua::constraints::{all_different, ne};
use residua::dense::{Form, Lanes, Method};
use residua::domain::Domain;
use residua::model::Model;
use residua::search::{EngineChoice, Limits};

/// The forms that fit every machine, by method.
const INTERSECTIONS: Form = Form { method: Method::Intersections, lanes: Lanes::Words };
const PLANES: Form = Form { method: Method::Planes, lanes: Lanes::Words };
const LATIN: Form = Form { method: Method::Latin, lanes: Lanes::Words };
const WIDE: Form = Form { method: Method::Wide, lanes: Lanes::Words };

/// The forms of that method that this machine has.
fn forms_of(method: Method) -> impl Iterator<Item = Form> {
    Form::ALL.into_iter().filter(move |form| form.method == method && form.lanes.are_available())
}

/// Pseudo-random numbers, the same in each run.
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

    /// `count` of the items, in random order.
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
    /// As a model; a scope of two is either a `≠` or an `all_different`.
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

    /// The same network with its variables renumbered, and its scopes in another order.
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

/// Backtracking by the definition, variable by variable.
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

/// The solutions that the general engine finds, up to `most`.
fn general(model: &Model, most: usize) -> BTreeSet<Vec<i32>> {
    let search = model.search().engine(EngineChoice::General);
    let limits = Limits::none().solutions(most as u64);
    search.limits(limits).solutions().map(|solution| solution.values().to_vec()).collect()
}

/// A few variables, and random scopes and edges.
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

/// An n by n grid by row: rows, columns, and regions given by `region`.
fn grid(n: usize, region: impl Fn(usize, usize) -> usize) -> Vec<Vec<usize>> {
    let mut scopes = vec![Vec::new(); 3 * n];
    for (r, c) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        for scope in [r, n + c, 2 * n + region(r, c)] {
            scopes[scope].push(r * n + c);
        }
    }
    scopes
}

/// Boxes with the given numbers of rows and columns.
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

/// Domains around a solution: a share of the variables is fixed, others lose some values; sometimes one is wrong.
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

/// How many solutions are compared; few under Miri, which is slow.
const MOST: usize = if cfg!(miri) { 5 } else { 150 };
