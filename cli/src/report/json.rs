//! Answers as JSON, one object a line: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::engine::Consistency;
use residua::sudoku::Puzzle;
use serde::Serialize;

use crate::answer::Answer;

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    line: usize,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    solutions: &'a [Vec<i32>],
    strength: String,
    domains: Vec<Vec<i32>>,
    decisions: u64,
    failures: u64,
    propagations: u64,
    residual: Vec<String>,
    aliases: Vec<[String; 2]>,
    seconds: f64,
}

#[derive(Serialize)]
struct Mistake<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    error: &'a str,
}

/// Writes an answer.
pub(crate) fn write(
    output: &mut impl Write,
    file: &str,
    line: usize,
    puzzle: &Puzzle,
    strength: Consistency,
    answer: &Answer,
    solutions: &[Vec<i32>],
) -> io::Result<()> {
    let geometry = puzzle.geometry();
    let nothing = || vec![Vec::new(); geometry.cells()];
    let domains = answer.root.as_ref().map(|root| root.domains.iter().map(|d| d.iter().collect()).collect());
    let residual = answer.root.as_ref().map(|root| root.residual.constraints().collect());
    let aliases = answer.root.as_ref().map(|root| {
        let pairs = root.residual.aliases.iter();
        pairs.map(|a| [geometry.name(a.var.id().index()), geometry.name(a.is.var.index())]).collect()
    });
    let object = Object {
        file,
        line,
        geometry: geometry.to_string(),
        givens: puzzle.givens(),
        verdict: answer.verdict.word(),
        reason: answer.reason(geometry),
        solutions,
        strength: strength.to_string(),
        domains: domains.unwrap_or_else(nothing),
        decisions: answer.statistics.decisions,
        failures: answer.statistics.failures,
        propagations: answer.statistics.propagations,
        residual: residual.unwrap_or_default(),
        aliases: aliases.unwrap_or_default(),
        seconds: answer.seconds,
    };
    write_object(output, &object)
}

/// Writes a mistake in the input.
pub(crate) fn write_mistake(
    output: &mut impl Write,
    file: &str,
    line: usize,
    column: usize,
    error: &str,
) -> io::Result<()> {
    write_object(output, &Mistake { file, line, column, error })
}

fn write_object(output: &mut impl Write, object: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, object)?;
    writeln!(output)
}
