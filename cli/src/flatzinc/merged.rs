//! What MiniZinc's compiler merges where it keeps paths.
//!
//! With `--keep-paths` it takes variables that it introduces at one place of the model to be the same. The elements of an array that
//! become floating-point numbers together, `sum(h)/3`, are introduced at one place: each `int2float` has the same result then, so that all
//! elements are equal. That is another model.

use std::collections::BTreeMap;

/// The functions by which the compiler changes the type of elements.
const CHANGES: [&str; 2] = ["constraint int2float(", "constraint bool2int("];

/// Whether the results of two such changes are one variable, and what is changed is not.
pub(super) fn has_merged(text: &str) -> bool {
    CHANGES.into_iter().any(|start| {
        let calls = text.lines().filter_map(|line| line.strip_prefix(start)?.split_once(')'));
        let pairs = calls.filter_map(|(arguments, _)| arguments.split_once(','));
        let mut changed: BTreeMap<&str, &str> = BTreeMap::new();
        pairs
            .map(|(from, to)| (from.trim(), to.trim()))
            .any(|(from, to)| *changed.entry(to).or_insert(from) != from)
    })
}
