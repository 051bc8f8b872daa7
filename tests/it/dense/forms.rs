//! Promise: each form of the engine that fits finds each solution once, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use residua::dense::{Advanced, Dense, Form, Method};
use residua::model::{Model, Solution};
use residua::search::network_of;

use crate::catalogue::times_depth;
use crate::dense::{
    Case, INTERSECTIONS, LATIN, MOST, Numbers, PLANES, WIDE, around, boxes, brute_force, filled, forms_of,
    general, grid, random,
};

/// The solutions that one form finds, up to `most`: each a solution, and each once.
fn dense(model: &Model, search: &mut Dense, most: usize) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    while found.len() < most && search.advance(u64::MAX) == Advanced::Solution {
        let values: Vec<i32> = (0..model.domains().len()).map(|x| search.value(x)).collect();
        assert!(model.check(&Solution::new(values.clone())).is_ok(), "{}: {values:?}", search.form());
        assert!(found.insert(values), "{}: the same solution twice", search.form());
    }
    found
}

/// The number of cases that each form solved.
#[derive(Default)]
struct Tally {
    cases: BTreeMap<Form, usize>,
}

impl Tally {
    /// Lets all forms that fit solve the case. `truth` has all its solutions, or `most` of them.
    fn check(&mut self, case: &Case, model: &Model, truth: &BTreeSet<Vec<i32>>, most: usize) {
        let network = network_of(model).unwrap_or_else(|| panic!("{case:?} fits"));
        // Planes infer less than intersections, and take long where a large lattice has many dead ends.
        let is_long = |form: &Form| form.method == Method::Planes && case.domains.len() > 100;
        for form in Form::ALL.into_iter().filter(|form| !is_long(form)) {
            let Some(mut search) = Dense::in_form(&network, form) else { continue };
            let found = dense(model, &mut search, most);
            if truth.len() < most {
                assert_eq!(&found, truth, "{form}: {case:?}");
            } else {
                assert_eq!(found.len(), most, "{form}: {case:?}");
            }
            *self.cases.entry(form).or_default() += 1;
        }
    }

    fn of(&self, form: Form) -> usize {
        self.cases.get(&form).copied().unwrap_or(0)
    }
}

#[test]
fn small_networks_have_the_solutions_of_brute_force() {
    let mut numbers = Numbers(1);
    let (mut tally, mut without) = (Tally::default(), 0);
    let cases = times_depth(3000);
    for _ in 0..cases {
        let case = random(&mut numbers);
        let truth = brute_force(&case);
        without += usize::from(truth.is_empty());
        tally.check(&case, &case.model(), &truth, usize::MAX);
    }
    let fitted = tally.of(PLANES);
    assert!(fitted > cases / 4 && (cases / 30..cases * 29 / 30).contains(&without), "{fitted} {without}");
}

#[test]
fn grids_have_the_solutions_of_the_general_engine() {
    let mut numbers = Numbers(2);
    let mut tally = Tally::default();
    let shapes = [
        (2, 2, 100),
        (2, 3, 70),
        (3, 2, 70),
        (2, 4, 40),
        (4, 2, 40),
        (3, 3, 60),
        (3, 4, 15),
        (4, 3, 15),
        (4, 4, 10),
        (2, 5, 10),
        (5, 2, 10),
        (2, 6, 5),
        (6, 2, 5),
        (2, 7, 3),
        (7, 2, 3),
        (3, 5, 3),
        (5, 3, 3),
        (2, 8, 2),
        (8, 2, 2),
    ];
    let mut several = 0;
    for (rows, columns, count) in shapes {
        let n = rows * columns;
        for i in 0..times_depth(count) {
            let solution = filled(rows, columns, &mut numbers);
            let fixed = if n < 8 { numbers.below(60) } else { 30 + numbers.below(30) };
            let domains = around(&solution, n, fixed, &mut numbers);
            let mut case = Case { domains, scopes: boxes(rows, columns) };
            match i % 5 {
                // Larger boxes have no extra scopes.
                _ if rows.max(columns) > 4 => {}
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
    let all: usize = shapes.iter().map(|&(_, _, count)| times_depth(count)).sum();
    assert!(several > all / 6, "{several} of {all}");
    assert!(tally.of(INTERSECTIONS) > all / 2 && tally.of(WIDE) > all / 2, "{:?}", tally.cases);
    for method in [Method::Intersections, Method::Wide] {
        let counts: BTreeSet<usize> = forms_of(method).map(|form| tally.of(form)).collect();
        assert_eq!(counts.len(), 1, "{:?}", tally.cases);
    }
}

/// A state may be taken for a fixpoint too early where there are many values and much is open: then nothing is left
/// to split.
#[test]
fn sparse_lattices_have_each_solution_once() {
    let mut numbers = Numbers(4);
    let shapes = [(3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (4, 4)];
    for (rows, columns) in shapes {
        let n = rows * columns;
        let solution = filled(rows, columns, &mut numbers);
        let domain = |value: &i32| {
            if numbers.below(100) < 30 { vec![*value] } else { (1..=n as i32).collect() }
        };
        let case = Case { domains: solution.iter().map(domain).collect(), scopes: boxes(rows, columns) };
        let model = case.model();
        let network = network_of(&model).expect("it fits");
        for form in forms_of(Method::Intersections) {
            let Some(mut search) = Dense::in_form(&network, form) else { continue };
            assert_eq!(dense(&model, &mut search, 300).len(), 300, "{form}: {case:?}");
        }
    }
}

#[test]
fn latin_squares_and_jigsaws_have_the_solutions_of_the_general_engine() {
    let mut numbers = Numbers(3);
    let mut tally = Tally::default();
    let cases = times_depth(400);
    for i in 0..cases {
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
    let squares = (0..cases).filter(|i| i % 4 < 2).count();
    assert_eq!(tally.of(LATIN), squares);
    assert!(tally.of(PLANES) > squares, "{:?}", tally.cases);
    assert!(forms_of(Method::Latin).all(|form| tally.of(form) == squares), "{:?}", tally.cases);
}
