//! Reasons of changes, in 8 bytes, to be turned into an explanation only when one is asked for (lazy explanation).

use crate::store::source::{ConstraintId, NUMBER_BITS, NogoodId, PropId, Source};

/// The reason of a change: its source, and a payload that only the source understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Two bits of kind above thirty of number.
    source: u32,
    payload: u32,
}

const DECISION: u32 = 0;
const CONSTRAINT: u32 = 1;
const PROPAGATOR: u32 = 2;
const NOGOOD: u32 = 3;

impl Reason {
    /// The reason of a decision, or an assumption.
    pub const DECISION: Reason = Reason { source: DECISION, payload: 0 };

    /// The reason of these parts.
    #[inline]
    pub(crate) fn new(source: Source, payload: u32) -> Reason {
        let (kind, number) = match source {
            Source::Decision => (DECISION, 0),
            Source::Constraint(id) => (CONSTRAINT, id.index()),
            Source::Propagator(id) => (PROPAGATOR, id.index()),
            Source::Nogood(id) => (NOGOOD, id.index()),
        };
        Reason { source: kind << NUMBER_BITS | number as u32, payload }
    }

    /// The source of the change.
    pub fn source(self) -> Source {
        let number = (self.source & !(u32::MAX << NUMBER_BITS)) as usize;
        match self.source >> NUMBER_BITS {
            DECISION => Source::Decision,
            CONSTRAINT => Source::Constraint(ConstraintId::new(number)),
            PROPAGATOR => Source::Propagator(PropId::new(number)),
            _ => Source::Nogood(NogoodId::new(number)),
        }
    }

    /// The payload, by which the source identifies the inference.
    pub fn payload(self) -> u32 {
        self.payload
    }

    /// The reason with the same source and another payload.
    #[inline]
    pub(crate) fn with_payload(self, payload: u32) -> Reason {
        Reason { payload, ..self }
    }
}

const _: () = assert!(size_of::<Reason>() == 8, "a reason has 8 bytes");
