//! What all objects about models have: the contract of `docs/json.md`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::json;
use crate::models::subject::Subject;

/// What every object of such an input begins with.
#[derive(Debug, Serialize)]
pub(crate) struct Head<'a> {
    file: &'a str,
    variables: usize,
    constraints: usize,
    verdict: &'a str,
    /// Whether no value was left out: else nothing is proved beyond those that were tried.
    bounded: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

impl<'a> Head<'a> {
    pub(crate) fn new(subject: &'a Subject, verdict: &'a str) -> Head<'a> {
        let (variables, constraints) = (subject.terms.len(), subject.statements());
        Head {
            file: &subject.file,
            variables,
            constraints,
            verdict,
            bounded: subject.is_bounded(),
            notes: &subject.notes,
        }
    }
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    rest: Value,
}

/// Writes an object about a model.
pub(crate) fn write_object(output: &mut dyn Write, head: Head<'_>, rest: Value) -> io::Result<()> {
    json::write_object(output, &Object { head, rest })
}
