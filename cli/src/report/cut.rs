//! Lists of an object that Ctrl-C may cut short, so that the object still is one.

use std::cell::Cell;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::interrupt::is_over;

/// As many items of a list are always written: those of small grids.
pub(crate) const SHORT: usize = 2500;

/// Whether a list of an object was cut short; as a member of the object, behind its lists, it says so.
#[derive(Debug, Default)]
pub(crate) struct Cut(Cell<bool>);

impl Cut {
    /// Writes the items, those after the first `least` only until Ctrl-C was pressed more than a moment ago.
    pub(crate) fn list<S: Serializer>(
        &self,
        serializer: S,
        least: usize,
        items: impl Iterator<Item: Serialize>,
    ) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (at, item) in items.enumerate() {
            if at >= least && is_over() {
                self.0.set(true);
                break;
            }
            list.serialize_element(&item)?;
        }
        list.end()
    }

    pub(crate) fn is_whole(&self) -> bool {
        !self.0.get()
    }
}

impl Serialize for Cut {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.0.get())
    }
}

/// A list that is cut short by Ctrl-C.
#[derive(Debug)]
pub(crate) struct Cuttable<'a, T> {
    pub(crate) items: Vec<T>,
    pub(crate) cut: &'a Cut,
}

impl<T: Serialize> Serialize for Cuttable<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cut.list(serializer, SHORT, self.items.iter())
    }
}
