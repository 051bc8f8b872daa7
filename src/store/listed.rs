//! Read access to the domains of a model's variables in a list.

use crate::domain::Domain;
use crate::store::domains::Domains;
use crate::store::handle::IntVar;

/// Domains of a model's variables, by their numbers. An empty domain is a bug of the caller.
impl Domains<IntVar> for [Domain] {
    fn min(&self, var: IntVar) -> i32 {
        self[var.index()].min().expect("invariant: no domain is empty")
    }

    fn max(&self, var: IntVar) -> i32 {
        self[var.index()].max().expect("invariant: no domain is empty")
    }

    fn size(&self, var: IntVar) -> u64 {
        self[var.index()].size()
    }

    fn contains(&self, var: IntVar, value: i32) -> bool {
        self[var.index()].contains(value)
    }

    fn domain(&self, var: IntVar) -> Domain {
        self[var.index()].clone()
    }
}
