//! Enumerable domains: narrow enough to be walked value by value.

use crate::domain::Domain;
use crate::store::{Domains, View};

/// The domain of `view`, unless it is too wide to be walked value by value.
pub(crate) fn walkable<V: Copy>(view: View<V>, domains: &(impl Domains<V> + ?Sized)) -> Option<Domain> {
    const MAX_ENUMERATED: u64 = 1 << 16;
    (view.size(domains) <= MAX_ENUMERATED || view.scale().abs() == 1).then(|| view.domain(domains))
}
