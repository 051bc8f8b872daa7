//! Promise: both forms for Latin squares search in the same order, node by node and pass by pass, for all domains,
//! and find their solutions in the same order.

use crate::cases::Numbers;
use crate::{Advanced, Counts, Dense, Form, Lanes, Method, Network, times_depth};

/// All solutions up to a given number, in order, and the counters.
fn search(dense: &mut Dense, vars: usize, most: usize, stride: u64) -> (Vec<Vec<i32>>, Advanced, Counts) {
    let (mut found, mut values) = (Vec::new(), Vec::new());
    loop {
        let step = dense.advance(stride);
        if step == Advanced::Solution {
            dense.solution(&mut values);
            assert!((0..vars).all(|x| dense.value(x) == values[x]), "{}", dense.form());
            found.push(values.clone());
        }
        if step == Advanced::Exhausted || found.len() == most || dense.counts().nodes > 3000 {
            return (found, step, dense.counts());
        }
    }
}

/// A square of that order, its rows, columns and values in any order; some swaps make it other than cyclic.
fn square(n: usize, numbers: &mut Numbers) -> Vec<usize> {
    let [rows, columns, values] = [(); 3].map(|()| numbers.order(n));
    (0..n * n).map(|x| values[(rows[x / n] + columns[x % n]) % n]).collect()
}

#[test]
fn triples_and_diagonals_search_alike() {
    let mut numbers = Numbers(31);
    let (mut compared, mut branched, mut failed, mut several, mut without) = (0, 0, 0, 0, 0);
    for i in 0..times_depth(600) {
        let n = 2 + i % 15;
        let rows = (0..n).map(|r| (0..n).map(|c| r * n + c).collect::<Vec<_>>());
        let columns = (0..n).map(|c| (0..n).map(|r| r * n + c).collect::<Vec<_>>());
        let scopes = rows.chain(columns).collect();
        let network = Network::over(&vec![(1..=n as i32).collect(); n * n], scopes).expect("it fits");
        let Some(mut fast) = Dense::in_form(&network, Form { method: Method::Latin, lanes: Lanes::Avx2 })
        else {
            continue;
        };
        let mut slow = Dense::in_form(&network, Form { method: Method::Latin, lanes: Lanes::Words })
            .expect("it fits any machine");
        let (square, all) = (square(n, &mut numbers), network.all());
        let (fixed, kept) = (20 + numbers.below(50), 30 + numbers.below(70));
        let mut domains: Vec<u64> = (0..n * n)
            .map(|x| match numbers.below(100) {
                roll if roll < fixed => 1 << square[x],
                roll if roll < 95 => all,
                _ => (0..n).filter(|&v| v == square[x] || numbers.below(100) < kept).map(|v| 1 << v).sum(),
            })
            .collect();
        // Sometimes a wrong given, or a variable with an empty domain.
        match i / 15 % 8 {
            6 => domains[numbers.below(n * n)] = 1 << numbers.below(n),
            7 => domains[numbers.below(n * n)] = all & 5,
            5 if i % 4 == 0 => domains[numbers.below(n * n)] = 0,
            _ => {}
        }
        let facts: Vec<(usize, u64)> =
            (0..numbers.below(4)).map(|_| (numbers.below(n * n), all & !(1 << numbers.below(n)))).collect();
        for is_again in [false, true] {
            let both = [&mut slow, &mut fast].map(|dense| {
                if is_again {
                    dense.restart(&facts);
                } else {
                    dense.start(&domains);
                }
                search(dense, n * n, 40, if i % 3 == 0 { 1 } else { u64::MAX })
            });
            let (solutions, _, counts) = &both[0];
            compared += 1;
            branched += usize::from(counts.decisions > 2);
            failed += usize::from(counts.failures > 1);
            several += usize::from(solutions.len() > 1);
            without += usize::from(solutions.is_empty());
            assert_eq!(both[0], both[1], "order {n}: {domains:?} {facts:?}");
        }
    }
    if compared > 0 {
        let met = (branched > 300, failed > 40, several > 300, without > 40);
        assert_eq!(met, (true, true, true, true), "{branched} {failed} {several} {without} of {compared}");
    }
}
