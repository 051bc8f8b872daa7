//! Promise: for all shapes (jigsaws, Latin squares, holes, short rows) every form of the dense engine that fits has
//! exactly the solutions that the general engine has.

use std::collections::{BTreeMap, BTreeSet};

use residua::constraints::{all_different, ne};
use residua::dense::{Advanced, Dense, Form, Method, Network};
use residua::domain::Domain;
use residua::model::Model;
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Status};

use crate::catalogue::times_depth;
use crate::dense::{LATIN, Numbers, PLANES, forms_of};

pub(super) type Scopes = Vec<Vec<usize>>;

fn model(domains: &[Vec<i32>], scopes: &Scopes) -> Model {
    let mut model = Model::new();
    let xs: Vec<_> =
        domains.iter().map(|values| model.int_var(values.iter().copied().collect::<Domain>())).collect();
    for scope in scopes {
        let posted = match scope.as_slice() {
            &[x, y] => model.post(ne(xs[x], xs[y])),
            _ => model.post(all_different(scope.iter().map(|&x| xs[x]))),
        };
        posted.expect("the values are small");
    }
    model
}

/// After this number of nodes without a solution a search is given up: a few cases of a deep run would take hours.
pub(super) const NODES: u64 = 300_000;

/// The solutions that the general engine finds, up to `most`, and whether these are known to be all.
fn general(model: &Model, most: usize) -> (BTreeSet<Vec<i32>>, bool) {
    let vars: Vec<_> = model.vars().collect();
    let search = model.search().branch(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
    let limits = Limits::none().solutions(most as u64).nodes(NODES);
    let mut solutions = search.limits(limits).solutions();
    let found = solutions.by_ref().map(|solution| solution.values().to_vec()).collect();
    (found, solutions.status() == Some(Status::Exhausted))
}

/// Lets every form that fits solve the network; counts how many of each did.
pub(super) fn check(domains: &[Vec<i32>], scopes: &Scopes, tally: &mut BTreeMap<Form, usize>) -> usize {
    const MOST: usize = 100;
    let (mut truth, mut is_all) = general(&model(domains, scopes), MOST);
    let network = Network::over(domains, scopes.clone()).expect("it fits");
    for form in Form::ALL {
        let Some(mut search) = Dense::in_form(&network, form) else { continue };
        let (mut found, mut step) = (BTreeSet::new(), Advanced::Paused);
        while found.len() < MOST {
            step = search.advance(NODES);
            if step != Advanced::Solution {
                break;
            }
            let values: Vec<i32> = (0..domains.len()).map(|x| search.value(x)).collect();
            let differs = |scope: &Vec<usize>| {
                scope.iter().map(|&x| values[x]).collect::<BTreeSet<_>>().len() == scope.len()
            };
            assert!(scopes.iter().all(differs), "{form}: {values:?} of {domains:?} {scopes:?}");
            assert!(domains.iter().zip(&values).all(|(domain, value)| domain.contains(value)), "{form}");
            assert!(found.insert(values), "{form}: the same solution twice, {domains:?} {scopes:?}");
        }
        match step {
            Advanced::Exhausted if is_all => assert_eq!(found, truth, "{form}: {domains:?} {scopes:?}"),
            Advanced::Exhausted => {
                assert!(truth.is_subset(&found), "{form}: {domains:?} {scopes:?}");
                (truth, is_all) = (found, true);
            }
            _ if is_all => assert!(found.is_subset(&truth), "{form}: {domains:?} {scopes:?}"),
            _ => {}
        }
        *tally.entry(form).or_default() += usize::from(step != Advanced::Paused);
    }
    truth.len()
}

pub(super) fn rows_and_columns(n: usize) -> Scopes {
    let rows = (0..n).map(|r| (0..n).map(|c| r * n + c).collect());
    let columns = (0..n).map(|c| (0..n).map(|r| r * n + c).collect());
    rows.chain(columns).collect()
}

pub(super) fn regions(n: usize, of: &[usize]) -> Scopes {
    (0..n).map(|region| (0..n * n).filter(|&cell| of[cell] == region).collect()).collect()
}

/// By cell: its region, at random, all connected and of n cells.
fn jigsaw(n: usize, numbers: &mut Numbers) -> Vec<usize> {
    let near = |a: usize, b: usize| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) == 1;
    let is_connected = |of: &[usize], region: usize| {
        let cells: Vec<usize> = (0..n * n).filter(|&cell| of[cell] == region).collect();
        let mut reached = vec![cells[0]];
        let mut at = 0;
        while at < reached.len() {
            let more: Vec<usize> =
                cells.iter().copied().filter(|&c| near(c, reached[at]) && !reached.contains(&c)).collect();
            reached.extend(more);
            at += 1;
        }
        reached.len() == cells.len()
    };
    let mut of: Vec<usize> = (0..n * n).map(|cell| cell / n).collect();
    for _ in 0..40 * n * n {
        let (a, b) = (numbers.below(n * n), numbers.below(n * n));
        let (s, t) = (of[a], of[b]);
        of.swap(a, b);
        if s == t || !is_connected(&of, s) || !is_connected(&of, t) {
            of.swap(a, b);
        }
    }
    of
}

/// Domains around a solution, if there is one: some fixed, some with holes, sometimes a wrong one.
pub(super) fn domains(n: usize, scopes: &Scopes, vars: usize, numbers: &mut Numbers) -> Vec<Vec<i32>> {
    let all: Vec<i32> = (1..=n as i32).collect();
    let mut start = vec![all.clone(); vars];
    for _ in 0..2 {
        start[numbers.below(vars)] = vec![1 + numbers.below(n) as i32];
    }
    let solution = general(&model(&start, scopes), 1).0.into_iter().next();
    let (fixed, holes) = (25 + numbers.below(40), numbers.below(3));
    (0..vars)
        .map(|x| {
            let value = solution.as_ref().map_or(1, |solution| solution[x]);
            if numbers.below(100) < fixed {
                return if numbers.below(300) == 0 { vec![1 + numbers.below(n) as i32] } else { vec![value] };
            }
            let keeps = |numbers: &mut Numbers, v: i32| v == value || holes == 0 || numbers.below(4) > 0;
            all.iter().copied().filter(|&v| keeps(numbers, v)).collect()
        })
        .collect()
}

pub(super) fn renumbered(domains: &mut [Vec<i32>], scopes: &mut [Vec<usize>], numbers: &mut Numbers) {
    let mut to: Vec<usize> = (0..domains.len()).collect();
    numbers.shuffle(&mut to);
    let old = domains.to_vec();
    for (x, domain) in old.into_iter().enumerate() {
        domains[to[x]] = domain;
    }
    for scope in scopes.iter_mut() {
        for x in scope.iter_mut() {
            *x = to[*x];
        }
        numbers.shuffle(scope);
    }
    numbers.shuffle(scopes);
}

#[test]
fn jigsaws_of_any_regions() {
    let (mut numbers, mut tally, mut several) = (Numbers(11), BTreeMap::new(), 0);
    let cases = times_depth(250);
    for i in 0..cases {
        let n = 4 + numbers.below(4);
        let mut scopes = rows_and_columns(n);
        scopes.extend(regions(n, &jigsaw(n, &mut numbers)));
        let mut domains = domains(n, &scopes, n * n, &mut numbers);
        if i % 2 == 1 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        several += usize::from(check(&domains, &scopes, &mut tally) > 1);
    }
    assert_eq!(tally[&PLANES], cases);
    assert!(several > cases / 13, "{several}");
}

#[test]
fn latin_squares_and_jigsaws_up_to_the_widest_planes() {
    let (mut numbers, mut tally, mut several) = (Numbers(15), BTreeMap::new(), 0);
    let cases = times_depth(81);
    for i in 0..cases {
        let n = 8 + i % 9;
        let mut scopes = rows_and_columns(n);
        // Either a Latin square, or one with diagonals that wrap around, or with some of those.
        if i % 3 > 0 {
            scopes.push(
                (0..n).map(|r| r * n + (2 * r + 1) % n).take(if i % 3 == 1 { n } else { n - 3 }).collect(),
            );
        }
        let square = |x: usize| ((x / n * (n - 1) + x % n) % n) as i32 + 1;
        let fixed = 45 + numbers.below(25);
        let mut domains: Vec<Vec<i32>> = (0..n * n)
            .map(|x| match numbers.below(100) {
                roll if roll < fixed => vec![square(x)],
                99 => (1..=n as i32).filter(|v| v % 3 > 0 || *v == square(x)).collect(),
                _ => (1..=n as i32).collect(),
            })
            .collect();
        if i % 2 == 1 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        several += usize::from(check(&domains, &scopes, &mut tally) > 1);
    }
    assert_eq!(tally[&PLANES], cases);
    assert!(several > cases / 4, "{several}");
}

/// Isotopes of cyclic squares, some of their cells given, some with a few values; sometimes a given that clashes.
#[test]
fn latin_squares_of_every_order() {
    let (mut numbers, mut tally, mut several, mut without) = (Numbers(16), BTreeMap::new(), 0, 0);
    let cases = times_depth(120);
    for i in 0..cases {
        let n = 2 + i % 15;
        let mut orders = [(); 3].map(|()| {
            let mut order: Vec<usize> = (0..n).collect();
            numbers.shuffle(&mut order);
            order
        });
        let [rows, columns, values] = &mut orders;
        let square = |x: usize| values[(rows[x / n] + columns[x % n]) % n] as i32 + 1;
        let fixed = 30 + numbers.below(40);
        let mut domains: Vec<Vec<i32>> = (0..n * n)
            .map(|x| match numbers.below(100) {
                roll if roll < fixed => vec![square(x)],
                roll if roll > 95 => {
                    (1..=n as i32).filter(|v| (v + x as i32) % 3 > 0 || *v == square(x)).collect()
                }
                _ => (1..=n as i32).collect(),
            })
            .collect();
        if i % 8 == 7 {
            domains[numbers.below(n * n)] = vec![1 + numbers.below(n) as i32];
        }
        let mut scopes = rows_and_columns(n);
        if i % 2 == 1 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        let found = check(&domains, &scopes, &mut tally);
        several += usize::from(found > 1);
        without += usize::from(found == 0);
    }
    let met = (tally[&LATIN] > cases * 11 / 12, several > cases / 6, without > cases / 24);
    assert_eq!(met, (true, true, true), "{tally:?} {several} {without}");
    assert!(forms_of(Method::Latin).all(|form| tally[&form] == tally[&LATIN]), "{tally:?}");
}

#[test]
fn fewer_variables_than_values_and_scopes_that_cross_anyhow() {
    let (mut numbers, mut tally) = (Numbers(13), BTreeMap::new());
    let cases = times_depth(400);
    for _ in 0..cases {
        let most = if numbers.below(4) == 0 { 30 } else { 6 };
        let values = 3 + numbers.below(most);
        let vars = 4 + numbers.below(14);
        let mut scopes: Scopes = Vec::new();
        for _ in 0..=numbers.below(7) {
            let mut scope: Vec<usize> = (0..vars).collect();
            numbers.shuffle(&mut scope);
            scope.truncate((2 + numbers.below(values)).min(vars));
            scopes.push(scope);
        }
        let mut domains = domains(values, &scopes, vars, &mut numbers);
        for domain in &mut domains {
            domain.truncate(6);
        }
        check(&domains, &scopes, &mut tally);
    }
    assert!(tally[&PLANES] > cases / 4, "{tally:?}");
}

#[test]
fn rectangles_and_gaps_in_grids() {
    let (mut numbers, mut tally) = (Numbers(14), BTreeMap::new());
    let cases = times_depth(150);
    for _ in 0..cases {
        let n = 4 + numbers.below(3);
        // Some cells are missing, so that most scopes are no permutations.
        let gone = numbers.below(5);
        let mut cells: Vec<usize> = (0..n * n).collect();
        numbers.shuffle(&mut cells);
        let mut scopes = rows_and_columns(n);
        if numbers.below(2) == 0 {
            scopes.extend(regions(n, &jigsaw(n, &mut numbers)));
        }
        for scope in &mut scopes {
            scope.retain(|cell| !cells[..gone].contains(cell));
        }
        let domains = domains(n, &scopes, n * n, &mut numbers);
        // A missing cell is one more variable, in no scope, and fixed.
        let is_gone = |x: usize| cells[..gone].contains(&x);
        let domains: Vec<Vec<i32>> = domains
            .into_iter()
            .enumerate()
            .map(|(x, d)| if is_gone(x) { d[..1].to_vec() } else { d })
            .collect();
        check(&domains, &scopes, &mut tally);
    }
    assert!(tally[&PLANES] > cases * 2 / 3, "{tally:?}");
}
