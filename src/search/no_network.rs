//! Stand-in for `network.rs` without the feature `dense`: an uninhabited type, so that all code that advances such a search
//! still compiles.

use crate::search::choice::EngineChoice;
use crate::search::limit::{Limits, Status};
use crate::search::statistics::Statistics;

/// A search that cannot exist.
#[derive(Clone, Debug)]
pub(crate) enum NetworkSearch {}

impl NetworkSearch {
    pub(crate) fn is_out_of_nodes(&self) -> bool {
        match *self {}
    }

    pub(crate) fn emitted(&mut self, _: &[(usize, u64)]) -> Vec<Vec<i32>> {
        match *self {}
    }

    pub(crate) fn open_parts(&self) -> Option<Vec<Vec<u64>>> {
        match *self {}
    }

    pub(crate) fn split(&mut self, _: &[(usize, u64)]) -> Option<Vec<Vec<u64>>> {
        match *self {}
    }

    pub(crate) fn limit_to(&mut self, _: Limits) {
        match *self {}
    }

    pub(crate) fn limits_left(&self) -> Limits {
        match *self {}
    }

    pub(crate) fn restart(&mut self, _: &[(usize, u64)]) {
        match *self {}
    }

    pub(crate) fn resume(&mut self, _: Limits) {
        match *self {}
    }

    pub(crate) fn advance(&mut self) -> bool {
        match *self {}
    }

    pub(crate) fn values(&self) -> &[i32] {
        match *self {}
    }

    pub(crate) fn choice(&self) -> EngineChoice {
        match *self {}
    }

    pub(crate) fn value(&self, _: usize) -> i32 {
        match *self {}
    }

    pub(crate) fn solution(&self, _: &mut Vec<i32>) {
        match *self {}
    }

    pub(crate) fn status(&self) -> Option<Status> {
        match *self {}
    }

    pub(crate) fn statistics(&self) -> Statistics {
        match *self {}
    }
}
