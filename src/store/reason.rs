//! Reasons: who made a change, in 8 bytes, to be turned into an explanation only when somebody asks.

/// Who is behind a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A choice of search, or an assumption of the caller: true because somebody said so.
    Decision,
    /// The constraint of that number says it outright, with nothing else needed (`x ≠ 3`).
    Constraint(u32),
    /// The propagator of that number inferred it.
    Propagator(u32),
}

/// The reason of a change: its source, and a payload that only the source understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Two bits of kind above thirty of number.
    source: u32,
    payload: u32,
}

const KIND: u32 = 30;

impl Reason {
    /// A choice, or an assumption.
    pub const DECISION: Reason = Reason { source: 0, payload: 0 };

    /// The reason of these parts.
    pub(crate) fn new(source: Source, payload: u32) -> Reason {
        let source = match source {
            Source::Decision => 0,
            Source::Constraint(number) => 1 << KIND | number,
            Source::Propagator(number) => 2 << KIND | number,
        };
        Reason { source, payload }
    }

    /// Who made the change.
    pub fn source(self) -> Source {
        let number = self.source & !(3 << KIND);
        match self.source >> KIND {
            0 => Source::Decision,
            1 => Source::Constraint(number),
            _ => Source::Propagator(number),
        }
    }

    /// What the source wrote down to remember the inference by.
    pub fn payload(self) -> u32 {
        self.payload
    }

    /// The same source with another payload.
    #[inline]
    pub(crate) fn with_payload(self, payload: u32) -> Reason {
        Reason { payload, ..self }
    }
}
