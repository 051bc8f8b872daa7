//! Duplicates in lists: of values, and of variables of several views.

use crate::store::View;

/// Whether two of these are equal.
pub(crate) fn has_twice<T: Ord>(all: impl IntoIterator<Item = T>) -> bool {
    let mut sorted: Vec<T> = all.into_iter().collect();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// The places of each pair of views of one variable.
pub(crate) fn of_one_variable<V: Copy + Ord>(views: &[View<V>]) -> Vec<(usize, usize)> {
    let mut places: Vec<usize> = (0..views.len()).collect();
    places.sort_by_key(|&at| views[at].var);
    let mut pairs = Vec::new();
    for own in places.chunk_by(|&a, &b| views[a].var == views[b].var) {
        pairs.extend(own.iter().enumerate().flat_map(|(i, &b)| own[..i].iter().map(move |&a| (a, b))));
    }
    pairs.sort_unstable_by_key(|&(a, b)| (b, a));
    pairs
}

/// An error if one of the values is there twice.
pub(crate) fn listed_once(values: &[i32]) -> Result<(), String> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("the value {} is listed twice", pair[0])),
        None => Ok(()),
    }
}
