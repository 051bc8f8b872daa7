//! Promise: where all that is open comes in twos, solutions are combined from parts, and they are the right ones.

use std::collections::BTreeSet;

use residua::dense::{Advanced, Dense, Method};
use residua::search::network_of;

use crate::dense::{Case, Numbers, around, boxes, filled, forms_of, general};

/// Two lines and two columns whose four cells have two values: in two boxes, so that the values may be exchanged.
fn rectangles(solution: &[i32], rows: usize, columns: usize) -> Vec<[usize; 4]> {
    let n = rows * columns;
    let region = |cell: usize| (cell / n / rows, cell % n / columns);
    let mut taken = BTreeSet::new();
    let mut found = Vec::new();
    for (a, d) in (0..n * n).flat_map(|a| (a + 1..n * n).map(move |d| (a, d))) {
        let (b, c) = (a / n * n + d % n, d / n * n + a % n);
        let is_rectangle = a / n != d / n && a % n != d % n && solution[a] == solution[d];
        let regions: BTreeSet<_> = [a, b, c, d].into_iter().map(region).collect();
        let is_deadly = is_rectangle && solution[b] == solution[c] && regions.len() == 2;
        if is_deadly && [a, b, c, d].iter().all(|cell| !taken.contains(cell)) {
            taken.extend([a, b, c, d]);
            found.push([a, b, c, d]);
        }
    }
    found
}

fn solutions(search: &mut Dense, vars: usize) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    while search.advance(u64::MAX) == Advanced::Solution {
        found.push((0..vars).map(|x| search.value(x)).collect());
    }
    found
}

#[test]
fn rectangles_are_combined_with_one_look_at_each() {
    let mut numbers = Numbers(11);
    let mut most = 0;
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (3, 4), (4, 3), (4, 4)] {
        let solution = filled(rows, columns, &mut numbers);
        let rectangles = rectangles(&solution, rows, columns);
        let mut domains: Vec<Vec<i32>> = solution.iter().map(|&value| vec![value]).collect();
        for cells in rectangles.iter().take(10) {
            for &cell in cells {
                domains[cell] = vec![solution[cells[0]], solution[cells[1]]];
            }
        }
        let parts = rectangles.len().min(10);
        most = most.max(parts);
        let model = Case { domains, scopes: boxes(rows, columns) }.model();
        let network = network_of(&model).expect("it fits");
        for mut search in forms_of(Method::Intersections).filter_map(|form| Dense::in_form(&network, form)) {
            let found: BTreeSet<Vec<i32>> = solutions(&mut search, solution.len()).into_iter().collect();
            let counts = search.counts();
            assert_eq!((found.len(), counts.solutions), (1 << parts, 1 << parts), "{}", search.form());
            assert_eq!(counts.nodes, parts as u64 + 1, "{rows}x{columns} {}", search.form());
            for values in &found {
                assert!(model.check(&residua::model::Solution::new(values.clone())).is_ok(), "{values:?}");
            }
        }
    }
    assert!(most >= 3, "{most}");
}

#[test]
fn what_two_solutions_leave_has_the_solutions_of_the_general_engine() {
    let mut numbers = Numbers(12);
    let (mut more, mut looked_at) = (0, 0);
    for (rows, columns, count) in [(2, 2, 100), (2, 3, 100), (3, 2, 50), (2, 4, 50), (3, 3, 60), (3, 4, 10)] {
        let n = rows * columns;
        for _ in 0..count {
            let solution = filled(rows, columns, &mut numbers);
            let mut case =
                Case { domains: around(&solution, n, 25, &mut numbers), scopes: boxes(rows, columns) };
            // Two of its solutions, and their difference; sometimes not all of that.
            let two: Vec<Vec<i32>> = general(&case.model(), 40).into_iter().collect();
            let [first, .., last] = two.as_slice() else { continue };
            looked_at += 1;
            for (x, domain) in case.domains.iter_mut().enumerate() {
                *domain = vec![first[x]];
                if first[x] != last[x] && numbers.below(60) > 0 {
                    domain.push(last[x]);
                }
            }
            let model = case.model();
            let truth = general(&model, usize::MAX);
            more += usize::from(truth.len() > 2);
            let network = network_of(&model).expect("it fits");
            for mut search in
                forms_of(Method::Intersections).filter_map(|form| Dense::in_form(&network, form))
            {
                let found = solutions(&mut search, n * n);
                assert_eq!(found.len(), truth.len(), "{}: {case:?}", search.form());
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), truth, "{}: {case:?}", search.form());
            }
        }
    }
    assert!(more > 20 && looked_at > 200, "{more} of {looked_at}");
}
