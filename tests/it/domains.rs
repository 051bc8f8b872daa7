//! Promise: a domain is a set of integers: every operation agrees with `BTreeSet`, in all three representations.

use proptest::prelude::*;
use residua::domain::Domain;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::RangeInclusive;

use crate::catalogue::cases;

type Set = BTreeSet<i32>;

const EMPTY: RangeInclusive<i32> = RangeInclusive::new(5, 4);

/// Clusters of neighbouring values at a few places, the ends of `i32` among them, so that every form and every mix of
/// forms is tested.
fn set() -> impl Strategy<Value = Set> {
    let places = prop::sample::select(vec![0, 40, 63, 64, 70, 500, 4000, 4095, 4096, 100_000]);
    let cluster = (places, prop::collection::btree_set(0..=12i64, 0..=8));
    let base = prop::sample::select(vec![i64::from(i32::MIN), -50, 0, i64::from(i32::MAX) - 100_012]);
    (base, prop::collection::vec(cluster, 0..=4), any::<bool>()).prop_map(|(base, clusters, ends)| {
        let inside = clusters.iter().flat_map(|(place, values)| values.iter().map(move |v| base + place + v));
        let mut set: Set = inside.filter_map(|v| i32::try_from(v).ok()).collect();
        if ends && set.len().is_multiple_of(3) {
            set.extend([i32::MIN, i32::MAX]);
        }
        set
    })
}

fn from_set(set: &Set) -> Domain {
    set.iter().copied().collect()
}

fn same(domain: &Domain, set: &Set) {
    assert!(domain.iter().eq(set.iter().copied()), "{domain:?} against {set:?}");
    assert_eq!(domain.size(), set.len() as u64);
    assert_eq!((domain.min(), domain.max()), (set.first().copied(), set.last().copied()));
    assert_eq!((domain.is_empty(), domain.is_fixed()), (set.is_empty(), set.len() == 1));
    assert_eq!(domain.value(), if set.len() == 1 { set.first().copied() } else { None });
}

/// Values in the set, next to it and far from it.
fn probes(set: &Set) -> impl Iterator<Item = i32> + '_ {
    let near = set.iter().flat_map(|&v| [v.saturating_sub(1), v, v.saturating_add(1)]);
    near.chain([i32::MIN, -1, 0, 1, i32::MAX])
}

/// The runs of the set, found by stepping.
fn runs(set: &Set) -> Vec<(i32, i32)> {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for &v in set {
        match runs.last_mut() {
            Some(run) if run.1.checked_add(1) == Some(v) => run.1 = v,
            _ => runs.push((v, v)),
        }
    }
    runs
}

fn shown(set: &Set) -> String {
    let run = |&(low, high): &(i32, i32)| match i64::from(high) - i64::from(low) {
        0 => low.to_string(),
        1 => format!("{low} {high}"),
        _ => format!("{low}..{high}"),
    };
    if set.is_empty() { "∅".to_owned() } else { runs(set).iter().map(run).collect::<Vec<_>>().join(" ") }
}

fn hash(domain: &Domain) -> u64 {
    let mut hasher = DefaultHasher::new();
    domain.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn read(set in set()) {
        let domain = from_set(&set);
        same(&domain, &set);
        for probe in probes(&set) {
            prop_assert_eq!(domain.contains(probe), set.contains(&probe), "{}", probe);
            prop_assert_eq!(domain.next_from(probe), set.range(probe..).next().copied(), "from {}", probe);
        }
        let ranges: Vec<(i32, i32)> = domain.ranges().map(RangeInclusive::into_inner).collect();
        prop_assert_eq!(ranges, runs(&set));
        prop_assert_eq!(domain.to_string(), shown(&set));
        prop_assert!((&domain).into_iter().eq(set.iter().copied()));
    }

    #[test]
    fn made(set in set(), other in set()) {
        let domain = from_set(&set);
        let list: Vec<i32> = set.iter().rev().chain(&set).copied().collect();
        same(&Domain::from(list.as_slice()), &set);
        same(&Domain::from(list), &set);
        same(&Domain::from(&domain), &set);
        let pieces = runs(&set).into_iter().rev().map(|(low, high)| low..=high);
        same(&Domain::from_ranges(pieces.clone().chain(pieces.clone()).chain([EMPTY])), &set);
        // A superset intersected with the set has the superset's form, and is equal to it all the same.
        let union: Set = set.union(&other).copied().collect();
        let cut = from_set(&union).intersect(&domain);
        prop_assert_eq!(&cut, &domain);
        prop_assert_eq!(hash(&cut), hash(&domain));
        prop_assert_eq!(domain == from_set(&other), set == other);
    }

    #[test]
    fn combined(a in set(), b in set()) {
        let (x, y) = (from_set(&a), from_set(&b));
        same(&x.intersect(&y), &a.intersection(&b).copied().collect());
        same(&x.union(&y), &a.union(&b).copied().collect());
        same(&x.difference(&y), &a.difference(&b).copied().collect());
        prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
        prop_assert_eq!(x.is_disjoint(&y), a.is_disjoint(&b));
        for probe in probes(&a) {
            let mut rest = a.clone();
            let _ = rest.remove(&probe);
            same(&x.without(probe), &rest);
        }
    }

    #[test]
    fn mapped(set in set(), scale in prop::sample::select(vec![1, -1, 2, -3, 1000, i32::MAX, i32::MIN, 0]), offset in prop_oneof![-5..=5i32, any::<i32>()]) {
        let image = |&v: &i32| i32::try_from(i64::from(scale) * i64::from(v) + i64::from(offset)).ok();
        let expected: Option<Set> = set.iter().map(image).collect();
        let found = from_set(&set).map_affine(scale, offset);
        prop_assert_eq!(found.is_some(), expected.is_some());
        if let (Some(found), Some(expected)) = (found, expected) {
            same(&found, &expected);
        }
    }
}

#[test]
fn a_billion_values_are_no_trouble() {
    let wide = Domain::from(i32::MIN..=i32::MAX);
    assert_eq!(wide.size(), 1 << 32);
    assert_eq!(wide.without(7).to_string(), "-2147483648..6 8..2147483647");
    assert_eq!(Domain::from(0..=1_000_000_000).difference(&Domain::from(10..=999_999_990)).size(), 20);
    assert_eq!(Domain::from(EMPTY), Domain::empty());
    assert_eq!(wide.map_affine(-1, -1).map(|d| d.size()), Some(1 << 32));
    assert_eq!(wide.map_affine(-1, 0), None);
}
