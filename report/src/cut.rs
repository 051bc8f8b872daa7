//! Truncated JSON lists: after Ctrl-C an object is closed early and stays valid.

use std::cell::Cell;
use std::fmt;

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use crate::asking::Host;

/// Lists of up to this number of items, as those of small grids, are always written whole.
pub(crate) const SHORT: usize = 2500;

/// Whether a list of an object was cut short; as a member of the object, behind its lists, it says so.
pub(crate) struct Cut<'h> {
    is_cut: Cell<bool>,
    host: &'h dyn Host,
}

impl fmt::Debug for Cut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cut").field(&self.is_cut.get()).finish()
    }
}

impl<'h> Cut<'h> {
    /// Whole, so far.
    pub(crate) fn new(host: &'h dyn Host) -> Cut<'h> {
        Cut { is_cut: Cell::new(false), host }
    }

    /// Writes the items, those after the first `least` only until Ctrl-C was pressed more than a moment ago.
    pub(crate) fn list<S: Serializer>(
        &self,
        serializer: S,
        least: usize,
        items: impl Iterator<Item: Serialize>,
    ) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (at, item) in items.enumerate() {
            if at >= least && self.host.is_over() {
                self.is_cut.set(true);
                break;
            }
            list.serialize_element(&item)?;
        }
        list.end()
    }

    /// Whether no list was cut short.
    pub(crate) fn is_whole(&self) -> bool {
        !self.is_cut.get()
    }
}

impl Serialize for Cut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.is_cut.get())
    }
}

/// A list that is cut short by Ctrl-C.
#[derive(Debug)]
pub(crate) struct Cuttable<'a, T> {
    /// The items.
    pub(crate) items: Vec<T>,
    /// Whether they were cut short.
    pub(crate) cut: &'a Cut<'a>,
}

impl<T: Serialize> Serialize for Cuttable<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.cut.list(serializer, SHORT, self.items.iter())
    }
}
