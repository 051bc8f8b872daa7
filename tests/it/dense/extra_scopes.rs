//! Promise: with diagonals, windows, edges and any permutations on top of boxes, every form of the dense engine that
//! fits has exactly the solutions that the general engine has.

use std::collections::{BTreeMap, BTreeSet};

use residua::dense::{Advanced, Dense, Method, Network};

use crate::catalogue::times_depth;
use crate::dense::shapes::{NODES, check, domains, regions, renumbered, rows_and_columns};
use crate::dense::{INTERSECTIONS, Numbers, PLANES, around, filled, forms_of};

#[test]
fn diagonals_windows_and_edges_on_boxes() {
    let (mut numbers, mut tally) = (Numbers(12), BTreeMap::new());
    let cases = times_depth(200);
    for i in 0..cases {
        let (h, w) = [(2, 2), (2, 3), (3, 3), (2, 4), (3, 2)][i % 5];
        let n = h * w;
        let boxes: Vec<usize> = (0..n * n).map(|x| x / n / h * h + x % n / w).collect();
        let mut scopes = rows_and_columns(n);
        scopes.extend(regions(n, &boxes));
        if numbers.below(2) == 0 {
            scopes.push((0..n).map(|r| r * n + r).collect());
        }
        if numbers.below(2) == 0 {
            scopes.push((0..n).map(|r| r * n + n - 1 - r).collect());
        }
        if numbers.below(2) == 0 && w < n && h < n {
            let (r, c) = (numbers.below(n - h), numbers.below(n - w));
            scopes.push((0..n).map(|i| (r + i / w) * n + c + i % w).collect());
        }
        for _ in 0..numbers.below(4) {
            let (x, y) = (numbers.below(n * n), numbers.below(n * n));
            if x != y {
                scopes.push(vec![x, y]);
            }
        }
        let mut domains = domains(n, &scopes, n * n, &mut numbers);
        if numbers.below(2) == 0 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        check(&domains, &scopes, &mut tally);
    }
    // Not where some value is in no domain.
    assert!(tally[&INTERSECTIONS] > cases * 11 / 20 && tally[&PLANES] > cases * 19 / 20, "{tally:?}");
}

/// Further permutations wherever a solution has each value once: thin ones like diagonals, those that share
/// intersections with boxes, and whole or nearly whole boxes. The forms by intersections handle them in lanes or one
/// by one, and search in the same order all the same.
#[test]
fn permutations_anywhere_on_boxes() {
    let (mut numbers, mut tally, mut several) = (Numbers(18), BTreeMap::new(), 0);
    let cases = times_depth(60);
    for i in 0..cases {
        let (h, w) = [(2, 3), (3, 3), (3, 2), (2, 4), (4, 2), (2, 2), (3, 3)][i % 7];
        let n = h * w;
        let solution = filled(h, w, &mut numbers);
        let boxes: Vec<usize> = (0..n * n).map(|x| x / n / h * h + x % n / w).collect();
        let mut scopes = rows_and_columns(n);
        scopes.extend(regions(n, &boxes));
        for _ in 0..=numbers.below(3) {
            let most = 1 + numbers.below(4);
            let mut cells: Vec<usize> = (0..n * n).collect();
            numbers.shuffle(&mut cells);
            // Box by box, a limited number of each at first, and then what is left.
            cells.sort_by_key(|&x| boxes[x]);
            let mut scope: Vec<usize> = Vec::new();
            for most in [most, n] {
                for &x in &cells {
                    let is_new = scope.iter().all(|&y| solution[y] != solution[x]);
                    if is_new && scope.iter().filter(|&&y| boxes[y] == boxes[x]).count() < most {
                        scope.push(x);
                    }
                }
            }
            scopes.push(scope);
        }
        let mut domains = around(&solution, n, 10 + numbers.below(40), &mut numbers);
        if numbers.below(2) == 0 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        several += usize::from(check(&domains, &scopes, &mut tally) > 1);
        let network = Network::over(&domains, scopes).expect("it fits");
        let nodes = forms_of(Method::Intersections).map(|form| {
            let mut search = Dense::in_form(&network, form)?;
            while search.counts().solutions < 50 && search.advance(NODES) == Advanced::Solution {}
            Some(search.counts().nodes)
        });
        let nodes: BTreeSet<Option<u64>> = nodes.collect();
        assert_eq!(nodes.len(), 1, "{nodes:?}");
    }
    assert!(tally[&INTERSECTIONS] > cases / 2 && several > cases / 4, "{tally:?} {several}");
}

/// Boxes of lines and columns that do not lie side by side, on top of those that do; some that are implied by the
/// others are not posted, like five of the nine windows of a 9×9 grid.
#[test]
fn boxes_of_two_kinds() {
    let (mut numbers, mut tally, mut several, mut without) = (Numbers(17), BTreeMap::new(), 0, 0);
    let cases = times_depth(40);
    for i in 0..cases {
        let (h, w) = [(2, 2), (2, 3), (3, 2), (2, 3), (3, 3)][i % 5];
        let n = h * w;
        let boxes: Vec<usize> = (0..n * n).map(|x| x / n / h * h + x % n / w).collect();
        let mut scopes = rows_and_columns(n);
        scopes.extend(regions(n, &boxes));
        let orders = [(); 2].map(|()| {
            let mut order: Vec<usize> = (0..n).map(|line| (line + n - 1) % n).collect();
            // Proving that a large one has no solution takes long.
            if n < 9 {
                numbers.shuffle(&mut order);
            }
            order
        });
        let windows: Vec<usize> =
            (0..n * n).map(|x| orders[0][x / n] / h * h + orders[1][x % n] / w).collect();
        // The last boxes of each band and each stack follow.
        let posted = |at: &usize| at / h < w - 1 && at % h < h - 1;
        let all = regions(n, &windows);
        scopes.extend((0..n).filter(|at| i % 4 == 0 || posted(at)).map(|at| all[at].clone()));
        // The same: with a diagonal as well it may take minutes.
        if numbers.below(4) == 0 && n < 9 {
            scopes.push((0..n).map(|r| r * n + r).collect());
        }
        if numbers.below(4) == 0 {
            scopes.push(vec![numbers.below(n), n * n - 1]);
        }
        let mut domains = domains(n, &scopes, n * n, &mut numbers);
        if numbers.below(2) == 0 {
            renumbered(&mut domains, &mut scopes, &mut numbers);
        }
        let found = check(&domains, &scopes, &mut tally);
        several += usize::from(found > 1);
        without += usize::from(found == 0);
    }
    assert!(tally[&INTERSECTIONS] > cases * 2 / 5 && tally[&PLANES] > cases * 3 / 4, "{tally:?}");
    assert!(several > cases / 5 && without > cases / 12, "{several} {without}");
}
