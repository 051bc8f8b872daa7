//! Interning of constraints: equal ones have the same number, for keys of the cache.

use std::any::TypeId;
use std::sync::Arc;

use crate::constraints::Constraint;
use crate::model::IntView;

/// The words of memory at which all are forgotten: a fourth of a GiB.
const LIMIT: usize = 1 << 25;

/// Constraints that were given a number.
#[derive(Clone, Debug)]
#[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
pub(super) struct Interned {
    /// By type and scope, in which equal constraints agree.
    known: std::collections::HashMap<(TypeId, Vec<IntView>), Vec<Numbered>>,
    /// Numbers are never reused, not even once constraints are forgotten.
    next: u64,
    /// The words of memory that they take, about.
    words: usize,
}

/// A constraint and its number.
type Numbered = (Arc<dyn Constraint>, u64);

impl Interned {
    #[expect(clippy::disallowed_types, reason = "looked up only: its order is never seen")]
    pub(super) fn new() -> Interned {
        Interned { known: std::collections::HashMap::new(), next: 0, words: 0 }
    }

    /// The number of a constraint.
    pub(super) fn number(&mut self, constraint: &Arc<dyn Constraint>) -> u64 {
        let scope = constraint.scope();
        if self.words > LIMIT {
            self.known.clear();
            self.words = 0;
        }
        let words = 16 + 2 * scope.len();
        let alike = self.known.entry(((**constraint).as_any().type_id(), scope)).or_default();
        if let Some((_, number)) = alike.iter().find(|(known, _)| **known == **constraint) {
            return *number;
        }
        alike.push((Arc::clone(constraint), self.next));
        self.next += 1;
        self.words += words;
        self.next - 1
    }
}
