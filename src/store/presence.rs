//! Past membership: whether a domain that is not small had a value, followed backwards along its changes.
//!
//! A record of the trail says which words of a medium domain were overwritten, or which gaps were added to a large one
//! (`wide.rs`). So one value is followed through them without rebuilding the domains.

use crate::store::Store;
use crate::store::var::VarId;
use crate::store::wide::tail;

/// Whether a value lies in a set, leaving its bounds aside, as changes of the set are undone.
#[derive(Debug)]
pub(super) struct Presence {
    place: Place,
    is_set: bool,
}

/// Where records mention the value.
#[derive(Debug)]
enum Place {
    /// Nowhere: it never was in the domain, or always.
    Nowhere,
    /// A word of a medium domain, and the value's bit in it.
    Word { number: u64, mask: u64 },
    /// The gap of a large domain that starts there.
    Gap(i32),
}

impl Presence {
    /// The presence of a value now, before anything is undone.
    pub(super) fn now(store: &Store, var: VarId, value: i32) -> Presence {
        if !store.is_medium(var) {
            let gap = store.large(var).gap_around(value);
            return Presence { place: gap.map_or(Place::Nowhere, Place::Gap), is_set: gap.is_none() };
        }
        let (blocks, words) = store.medium(var);
        let position = (value >= blocks.base).then(|| blocks.position(value));
        match position.filter(|&(number, _)| number < words.len()) {
            Some((number, bit)) => {
                let (word, mask) = (words[number], 1 << bit);
                Presence { place: Place::Word { number: number as u64, mask }, is_set: word & mask != 0 }
            }
            None => Presence { place: Place::Nowhere, is_set: false },
        }
    }

    /// Undoes the change whose record ends at `end`.
    pub(super) fn undo(&mut self, records: &[u64], end: usize) {
        let details = &records[tail(records, end).2];
        match self.place {
            Place::Nowhere => {}
            Place::Word { number, mask } => {
                if let Some(pair) = details.chunks_exact(2).find(|pair| pair[0] == number) {
                    self.is_set = pair[1] & mask != 0;
                }
            }
            Place::Gap(start) => self.is_set |= details.contains(&u64::from(start as u32)),
        }
    }

    /// Whether the value was in the set then, if it lay within the bounds.
    pub(super) fn is_set(&self) -> bool {
        self.is_set
    }
}
