//! Promise: for boxes with sides up to eight, with any givens and restrictions, the wide forms, and with up to
//! sixteen values those by intersections, have exactly the solutions that the general engine has.

use std::collections::BTreeSet;

use residua::constraints::all_different;
use residua::dense::{Advanced, Dense, Form, Method, Network};
use residua::domain::Domain;
use residua::model::Model;
use residua::search::{EngineChoice, Limits};

use crate::catalogue::times_depth;
use crate::dense::{Case, Numbers, WIDE, brute_force, forms_of};

/// The wide forms, and those for up to sixteen values.
fn forms() -> impl Iterator<Item = Form> {
    forms_of(Method::Wide).chain(forms_of(Method::Intersections))
}

impl Numbers {
    fn shuffled(&mut self, end: usize) -> Vec<usize> {
        let mut items: Vec<usize> = (0..end).collect();
        self.shuffle(&mut items);
        items
    }

    /// Lines of `bands` bands of `height`, in an order that keeps the bands together.
    fn lines(&mut self, bands: usize, height: usize) -> Vec<usize> {
        let bands = self.shuffled(bands);
        let of = |band: usize| self.shuffled(height).into_iter().map(move |line| band * height + line);
        bands.into_iter().flat_map(of).collect()
    }
}

/// Rows, columns and boxes of `height` by `width`.
fn scopes(height: usize, width: usize) -> Vec<Vec<usize>> {
    let n = height * width;
    let rows = (0..n).map(|r| (0..n).map(|c| r * n + c).collect());
    let columns = (0..n).map(|c| (0..n).map(|r| r * n + c).collect());
    let corner = move |b: usize| (b / height * height) * n + b % height * width;
    let boxes = (0..n).map(|b| (0..n).map(|i| corner(b) + i / width * n + i % width).collect());
    rows.chain(columns).chain(boxes).collect()
}

/// A full grid at random.
fn grid(height: usize, width: usize, numbers: &mut Numbers) -> Vec<i32> {
    let n = height * width;
    let (rows, columns) = (numbers.lines(width, height), numbers.lines(height, width));
    let names = numbers.shuffled(n);
    let value = |r: usize, c: usize| (r % height * width + r / height + c) % n;
    rows.iter()
        .flat_map(|&r| columns.iter().map(move |&c| (r, c)))
        .map(|(r, c)| names[value(r, c)] as i32)
        .collect()
}

/// Domains that have the grid among their solutions: a cell with one of `open` random values keeps all of these; of
/// the other cells, `given` per cent are given. All other values are removed with probability one third.
fn domains(grid: &[i32], open: usize, given: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let n = grid.len().isqrt();
    let free = numbers.shuffled(n)[..open].iter().map(|&v| v as i32).collect::<BTreeSet<_>>();
    let mut domain = |&value: &i32| {
        if !free.contains(&value) && numbers.below(100) < given {
            return vec![value];
        }
        let stays =
            |v: &i32| *v == value || free.contains(&value) && free.contains(v) || numbers.below(3) > 0;
        (0..n as i32).filter(stays).collect()
    };
    grid.iter().map(&mut domain).collect()
}

fn solutions(network: &Network, form: Form, most: usize) -> Option<BTreeSet<Vec<i32>>> {
    let mut search = Dense::in_form(network, form)?;
    let mut found = BTreeSet::new();
    while found.len() < most && search.advance(u64::MAX) == Advanced::Solution {
        let values: Vec<i32> = (0..network.domains().len()).map(|x| search.value(x)).collect();
        assert!(found.insert(values), "{form}: the same solution twice");
    }
    Some(found)
}

fn general(domains: &[Vec<i32>], scopes: &[Vec<usize>], most: usize) -> BTreeSet<Vec<i32>> {
    let mut model = Model::new();
    let xs: Vec<_> =
        domains.iter().map(|values| model.int_var(values.iter().copied().collect::<Domain>())).collect();
    for scope in scopes {
        model.post(all_different(scope.iter().map(|&x| xs[x]))).expect("the values are small");
    }
    let limits = Limits::none().solutions(most as u64);
    let search = model.search().engine(EngineChoice::General).limits(limits);
    search.solutions().map(|solution| solution.values().to_vec()).collect()
}

/// Compares the wide forms on grids of that box; returns how many had more than one solution.
fn check(height: usize, width: usize, rounds: usize, given: usize) -> usize {
    const MOST: usize = 60;
    let scopes = scopes(height, width);
    let mut numbers = Numbers((height * 10 + width) as u64);
    let mut several = 0;
    for _ in 0..rounds {
        let grid = grid(height, width, &mut numbers);
        let open = 2 + numbers.below(2);
        let mut domains = domains(&grid, open, given, &mut numbers);
        if numbers.below(4) == 0 {
            // There may be none.
            let x = numbers.below(domains.len());
            domains[x].retain(|&v| v != grid[x]);
        }
        let network = Network::over(&domains, scopes.clone()).expect("it fits");
        let truth = general(&domains, &scopes, MOST);
        several += usize::from(truth.len() > 1);
        for form in forms() {
            let Some(found) = solutions(&network, form, MOST) else {
                assert!(form.method != Method::Wide, "{form} fits on every machine");
                continue;
            };
            for solution in &found {
                let fits = domains.iter().zip(solution).all(|(domain, value)| domain.contains(value));
                let differ = |scope: &Vec<usize>| {
                    scope.iter().map(|&x| solution[x]).collect::<BTreeSet<_>>().len() == scope.len()
                };
                assert!(
                    fits && scopes.iter().all(differ),
                    "{form}: no solution of {domains:?}: {solution:?}"
                );
            }
            assert_eq!(found.len(), truth.len(), "{form}: {domains:?}");
            assert!(truth.len() == MOST || found == truth, "{form}: {domains:?}");
        }
    }
    several
}

#[test]
fn two_by_five() {
    assert!(check(2, 5, 40, 40) > 5);
}

#[test]
fn five_by_two() {
    assert!(check(5, 2, 40, 40) > 5);
}

#[test]
fn two_by_six_and_six_by_two() {
    assert!(check(2, 6, 20, 55) + check(6, 2, 20, 55) > 8);
}

#[test]
fn two_by_seven_and_seven_by_two() {
    assert!(check(2, 7, 15, 60) + check(7, 2, 15, 60) > 5);
}

#[test]
fn three_by_five_and_five_by_three() {
    assert!(check(3, 5, 15, 60) + check(5, 3, 15, 60) > 5);
}

#[test]
fn eight_by_two() {
    assert!(check(8, 2, 12, 60) > 2);
}

#[test]
fn four_by_five() {
    assert!(check(4, 5, 8, 65) > 2);
}

#[test]
fn five_by_five() {
    assert!(check(5, 5, 5, 70) > 1);
}

#[test]
fn six_by_six() {
    assert!(check(6, 6, 3, 80) > 0);
}

#[test]
fn small_boxes_are_enumerated() {
    for (height, width, values, count) in [(2, 2, 0, 288), (2, 3, 3, 0), (3, 2, 3, 0)] {
        let n = height * width;
        let scopes = scopes(height, width);
        let mut domains = vec![(0..n as i32).collect::<Vec<_>>(); n * n];
        let solution = grid(height, width, &mut Numbers(7));
        for x in 0..n * n {
            // All cells with half of the values are given, where there are any.
            if solution[x] < values {
                domains[x] = vec![solution[x]];
            }
        }
        let network = Network::over(&domains, scopes.clone()).expect("it fits");
        let truth = brute_force(&Case { domains: domains.clone(), scopes: scopes.clone() });
        assert!(truth.len() == count || count == 0 && truth.len() > 1, "{}", truth.len());
        for form in forms() {
            assert!(solutions(&network, form, usize::MAX).is_none_or(|found| found == truth), "{form}");
        }
    }
}

#[test]
fn a_grid_of_forty_nine_is_solved() {
    let grid = grid(7, 7, &mut Numbers(1));
    let domains = domains(&grid, 2, 80, &mut Numbers(2));
    let network = Network::over(&domains, scopes(7, 7)).expect("49 values");
    let found = solutions(&network, WIDE, 50).expect("it fits on every machine");
    assert!(found.len() == 50 || found.contains(&grid));
    assert!(forms_of(Method::Wide).all(|form| solutions(&network, form, 50).as_ref() == Some(&found)));
}

#[test]
fn what_has_more_than_a_lattice_is_left_to_others() {
    let mut scopes = scopes(2, 5);
    scopes.push((0..10).map(|i| i * 11).collect());
    let network = Network::over(&vec![(1..=10).collect(); 100], scopes).expect("ten values");
    assert!(forms().all(|form| Dense::in_form(&network, form).is_none()));
}

/// Nine cells by nine with five values each are solvable in about half of the cases, and take many failures: several
/// runs.
#[test]
fn a_search_that_starts_over_has_each_solution_once_and_ends() {
    let mut numbers = Numbers(9);
    let all: Vec<i32> = (1..=9).collect();
    let (mut failures, mut without) = (0, 0);
    let cases = times_depth(10);
    for _ in 0..cases {
        let domains: Vec<Vec<i32>> = (0..81).map(|_| numbers.some(&all, 5)).collect();
        let truth = general(&domains, &scopes(3, 3), 60);
        without += usize::from(truth.is_empty());
        let network = Network::over(&domains, scopes(3, 3)).expect("nine values");
        for mut whole in forms_of(Method::Wide).filter_map(|form| Dense::in_form(&network, form)) {
            let mut paused = whole.clone();
            let mut found = BTreeSet::new();
            let mut values = Vec::new();
            while found.len() < 60 {
                let step = whole.advance(u64::MAX);
                let same =
                    std::iter::repeat_with(|| paused.advance(1)).find(|&step| step != Advanced::Paused);
                assert_eq!((same, paused.counts()), (Some(step), whole.counts()), "{domains:?}");
                if step == Advanced::Exhausted {
                    assert_eq!((whole.advance(0), whole.advance(1)), (step, step), "{domains:?}");
                    break;
                }
                whole.solution(&mut values);
                assert!(found.insert(values.clone()), "twice: {values:?} of {domains:?}");
            }
            if truth.len() < 60 {
                assert_eq!(found, truth, "{domains:?}");
            } else {
                assert_eq!(found.len(), 60, "{domains:?}");
            }
            failures = failures.max(whole.counts().failures);
        }
    }
    assert!(failures > 256 && (cases / 6..cases).contains(&without), "{failures}, {without}");
}
