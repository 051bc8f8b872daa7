//! Promise: many solutions come one by one, each a solution and each once, within limits.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use residua::dense::{Advanced, Dense, Network};
use residua::inspect::{Count, Natural};
use residua::model::Solution;
use residua::search::{Limit, Limits, NetworkSearch, Status};

use crate::dense::{Case, Numbers, boxes, filled};

#[test]
fn all_grids_of_6x6_come_one_by_one() {
    let network = Network::over(&vec![(1..=6).collect(); 36], boxes(2, 3)).expect("six values");
    let mut search = Dense::new(&network).expect("boxes have a form");
    let mut count = 0_u64;
    while search.advance(u64::MAX) == Advanced::Solution {
        count += 1;
    }
    assert_eq!((count, search.counts().solutions), (28_200_960, 28_200_960));
    assert!(search.counts().nodes < 10_000_000, "they are put together: {:?}", search.counts());
}

#[test]
fn the_first_of_many_solutions_are_solutions_and_differ() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 4)] {
        let n = rows * columns;
        let case = Case { domains: vec![(1..=n as i32).collect(); n * n], scopes: boxes(rows, columns) };
        let model = case.model();
        let found: BTreeSet<Vec<i32>> =
            model.solutions().take(2000).map(|solution| solution.values().to_vec()).collect();
        assert_eq!(found.len(), 2000);
        assert!(found.into_iter().all(|values| model.check(&Solution::new(values)).is_ok()));
    }
}

#[test]
fn a_limit_on_time_holds_where_solutions_need_little_search() {
    let network = Network::over(&vec![(1..=9).collect(); 81], boxes(3, 3)).expect("nine values");
    let time = Some(Duration::from_millis(20));
    let mut search = NetworkSearch::new(&network, Limits::none().time(time)).expect("boxes have a form");
    let start = Instant::now();
    while search.advance() {
        assert!(start.elapsed() < Duration::from_secs(60), "there are some 10^21");
    }
    assert_eq!(search.status(), Some(Status::Stopped(Limit::Time)));
}

#[test]
fn solutions_that_are_many_and_need_no_search_are_counted_all_the_same() {
    // Each variable has two values; those of a pair that are joined by scopes are exchanged together.
    let mut numbers = Numbers(23);
    let solution = filled(4, 4, &mut numbers);
    let pair = |x: usize| (solution[x] - 1) / 2;
    let domains = (0..256).map(|x| vec![2 * pair(x) + 1, 2 * pair(x) + 2]).collect();
    let case = Case { domains, scopes: boxes(4, 4) };
    let joined = |x: usize, y: usize| {
        pair(x) == pair(y) && case.scopes.iter().any(|scope| scope.contains(&x) && scope.contains(&y))
    };
    let mut parts = 0;
    let mut seen = [false; 256];
    for first in 0..256 {
        let mut waiting = vec![first];
        parts += u32::from(!seen[first]);
        while let Some(x) = waiting.pop() {
            if !std::mem::replace(&mut seen[x], true) {
                waiting.extend((0..256).filter(|&y| !seen[y] && joined(x, y)));
            }
        }
    }
    assert!(parts > 16, "more solutions than anyone goes through: 2^{parts}");
    assert_eq!(case.model().count(&Limits::default()), Count::Exact(Natural::from(1_u128 << parts)));
}
