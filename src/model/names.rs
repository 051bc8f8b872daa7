//! Names of variables and values: stored in as few entries as they were given in, and made distinct where several are equal.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names by the number of the variable; the rest are called `x` and their number. A clone shares them, so that each solution can have
/// them.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Ascending by `first`, disjoint.
    entries: Arc<Vec<Entry>>,
    /// By number of the variable: the names of its values.
    values: Arc<BTreeMap<usize, Called>>,
}

/// A value, and the names of that one and those after it.
type Called = (i32, Arc<[String]>);

#[derive(Clone, Debug)]
struct Entry {
    first: usize,
    /// The number of variables that share the name, each with its index in brackets; `None` if it is one variable's own.
    count: Option<usize>,
    name: Box<str>,
}

impl Names {
    pub(super) fn add_one(&mut self, first: usize, name: &str) {
        Arc::make_mut(&mut self.entries).push(Entry { first, count: None, name: name.into() });
    }

    pub(super) fn add_many(&mut self, first: usize, count: usize, name: &str) {
        Arc::make_mut(&mut self.entries).push(Entry { first, count: Some(count), name: name.into() });
    }

    /// Gives one of them another name.
    pub(super) fn rename(&mut self, index: usize, name: &str) {
        let after = self.entries.partition_point(|entry| entry.first <= index);
        let own = Entry { first: index, count: None, name: name.into() };
        let entries = Arc::make_mut(&mut self.entries);
        let Some(at) = after.checked_sub(1) else { return entries.insert(0, own) };
        let Entry { first, count, name: shared } = &entries[at];
        match count {
            None if *first == index => entries[at] = own,
            // Those that share a name go on beyond this one, each with the name that it had.
            Some(count) if index - first < *count => {
                let (first, count, shared) = (*first, *count, shared.clone());
                let others = (first..first + count).map(|at| {
                    let name = format!("{shared}[{}]", at - first).into();
                    if at == index { own.clone() } else { Entry { first: at, count: None, name } }
                });
                let others: Vec<Entry> = others.collect();
                entries.splice(at..=at, others);
            }
            _ => entries.insert(after, own),
        }
    }

    /// Gives the values of a variable names, from `first` on.
    pub(super) fn name_values(&mut self, index: usize, first: i32, names: Arc<[String]>) {
        let _ = Arc::make_mut(&mut self.values).insert(index, (first, names));
    }

    /// The names of a variable's values, and the value of the first one.
    pub(super) fn values(&self, index: usize) -> Option<(i32, &Arc<[String]>)> {
        self.values.get(&index).map(|(first, names)| (*first, names))
    }

    /// The name of a value of a variable, if it has one.
    pub(super) fn value(&self, index: usize, value: i32) -> Option<&str> {
        let (first, names) = self.values.get(&index)?;
        let at = usize::try_from(i64::from(value) - i64::from(*first)).ok()?;
        names.get(at).map(String::as_str)
    }

    pub(super) fn get(&self, index: usize) -> String {
        let after = self.entries.partition_point(|entry| entry.first <= index);
        match after.checked_sub(1).map(|at| &self.entries[at]) {
            Some(Entry { first, count: None, name }) if *first == index => name.to_string(),
            Some(Entry { first, count: Some(count), name }) if index - first < *count => {
                format!("{name}[{}]", index - first)
            }
            _ => format!("x{index}"),
        }
    }
}

/// Makes names distinct: where a name is taken, the later one gets the first of 2, 3, … behind it, after `separator`, that
/// makes it new.
pub fn distinct(names: impl Iterator<Item = String>, separator: &str) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // By name: the last number that was tried for it.
    let mut tried: BTreeMap<String, u64> = BTreeMap::new();
    let unique = |name: String| {
        let mut candidate = name.clone();
        while !taken.insert(candidate.clone()) {
            let number = tried.entry(name.clone()).or_insert(1);
            *number += 1;
            candidate = format!("{name}{separator}{number}");
        }
        candidate
    };
    names.map(unique).collect()
}
