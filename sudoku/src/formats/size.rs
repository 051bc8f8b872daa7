//! Size of a puzzle, as far as it is determined before the puzzle is read.

use crate::error::ParseError;
use crate::error::ParseErrorKind;
use crate::geometry::Geometry;

/// The constraints on the size of the next puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Size {
    /// Nothing yet.
    Open,
    /// The caller stated it.
    Stated(Geometry),
    /// The first puzzle of the input settled it.
    Settled(Geometry),
}

impl Size {
    /// The geometry, if it is determined.
    pub(crate) fn geometry(self) -> Option<Geometry> {
        match self {
            Self::Open => None,
            Self::Stated(geometry) | Self::Settled(geometry) => Some(geometry),
        }
    }

    /// The error of a puzzle of geometry `own` where another one is required.
    pub(crate) fn mismatch(self, place: (usize, usize), own: Geometry) -> ParseError {
        let describe = |geometry: Geometry| format!("{} cells (boxes of {geometry})", geometry.cells());
        let (kind, expected) = match self {
            Self::Stated(geometry) => (ParseErrorKind::Geometry, describe(geometry)),
            Self::Settled(geometry) => {
                (ParseErrorKind::OtherSize, format!("{} like the first puzzle", describe(geometry)))
            }
            Self::Open => (ParseErrorKind::Geometry, "another box".to_owned()),
        };
        ParseError::new(kind, place, expected, describe(own))
    }
}
