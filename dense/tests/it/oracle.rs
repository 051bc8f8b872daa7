//! The slow twin: a search of any network, scope by scope, as simple as possible.

use std::collections::BTreeSet;

use crate::Network;

/// The solutions of a network, up to a given number; all of them if there are fewer.
pub(crate) fn solutions(network: &Network, most: usize) -> BTreeSet<Vec<i32>> {
    let mut found = BTreeSet::new();
    search(network, network.domains().to_vec(), most, &mut found);
    found
}

fn search(network: &Network, mut state: Vec<u64>, most: usize, found: &mut BTreeSet<Vec<i32>>) {
    if found.len() == most || !propagate(network, &mut state) {
        return;
    }
    let open = (0..state.len()).filter(|&x| state[x].count_ones() > 1);
    let Some(x) = open.min_by_key(|&x| state[x].count_ones()) else {
        let value = |set: &u64| network.values()[set.trailing_zeros() as usize];
        assert!(found.insert(state.iter().map(value).collect()), "each solution comes once");
        return;
    };
    let mut left = state[x];
    while left != 0 {
        let value = left & left.wrapping_neg();
        left &= !value;
        let mut next = state.clone();
        next[x] = value;
        search(network, next, most, found);
    }
}

/// Propagates fixed values and hidden singles; false if a variable has no value left, or a permutation no place for
/// one.
fn propagate(network: &Network, state: &mut [u64]) -> bool {
    loop {
        let before = state.to_vec();
        for scope in network.scopes() {
            for &x in scope {
                if state[x].is_power_of_two() {
                    let fixed = state[x];
                    scope.iter().filter(|&&y| y != x).for_each(|&y| state[y] &= !fixed);
                }
            }
            if network.is_permutation(scope) {
                for bit in 0..network.values().len() {
                    let mut places = scope.iter().filter(|&&x| state[x] >> bit & 1 == 1);
                    match (places.next(), places.next()) {
                        (None, _) => return false,
                        (Some(&x), None) => state[x] = 1 << bit,
                        _ => {}
                    }
                }
            }
        }
        if state.contains(&0) {
            return false;
        }
        if state == before.as_slice() {
            return true;
        }
    }
}
