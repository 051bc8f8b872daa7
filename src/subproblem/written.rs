//! Written form of numbers, digests, subproblems and reports, with the feature `serde`.
//!
//! Subproblems and reports are written with their digests: what was changed on its way cannot be read.

use std::borrow::Cow;

use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::inspect::Natural;
use crate::search::Statistics;
use crate::store::Relation;
use crate::subproblem::digest::Digest;
use crate::subproblem::found::Found;
use crate::subproblem::report::Report;
use crate::subproblem::unit::Subproblem;

/// As a string of decimal digits: numbers of JSON have 64 bits for most of its readers.
impl Serialize for Natural {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Natural, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Subproblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Subproblem { task, id, parts, atoms } = self;
        let mut members = serializer.serialize_struct("Subproblem", 5)?;
        members.serialize_field("task", task)?;
        members.serialize_field("id", id)?;
        members.serialize_field("parts", parts)?;
        members.serialize_field("atoms", atoms)?;
        members.serialize_field("digest", &self.digest())?;
        members.end()
    }
}

/// Its digest may be left out, where it was not written by a program that knows it.
impl<'de> Deserialize<'de> for Subproblem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Subproblem, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            task: Digest,
            id: Vec<u32>,
            parts: u32,
            atoms: Vec<(u32, Relation, i32)>,
            digest: Option<Digest>,
        }
        let Members { task, id, parts, atoms, digest } = Members::deserialize(deserializer)?;
        let unit = Subproblem { task, id, parts, atoms };
        let found = unit.digest();
        same(digest.unwrap_or(found), found).map(|()| unit)
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { task, id, of, found, incumbent, rest, statistics } = self;
        let mut members = serializer.serialize_struct("Report", 8)?;
        members.serialize_field("task", task)?;
        members.serialize_field("id", id)?;
        members.serialize_field("of", of)?;
        members.serialize_field("found", found)?;
        members.serialize_field("incumbent", incumbent)?;
        members.serialize_field("rest", rest)?;
        members.serialize_field("statistics", statistics)?;
        members.serialize_field("digest", &self.digest())?;
        members.end()
    }
}

impl<'de> Deserialize<'de> for Report {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Report, D::Error> {
        #[derive(Deserialize)]
        struct Members {
            task: Digest,
            id: Vec<u32>,
            of: Digest,
            found: Found,
            incumbent: Option<i64>,
            rest: Vec<Subproblem>,
            statistics: Statistics,
            digest: Digest,
        }
        let Members { task, id, of, found, incumbent, rest, statistics, digest } =
            Members::deserialize(deserializer)?;
        let report = Report { task, id, of, found, incumbent, rest, statistics };
        same(digest, report.digest()).map(|()| report)
    }
}

/// Refuses what has not the digest that it was written with.
fn same<E: Error>(written: Digest, found: Digest) -> Result<(), E> {
    if written == found {
        return Ok(());
    }
    Err(E::custom(format_args!(
        "it was changed: its digest is {found}, and was {written} when it was written"
    )))
}
