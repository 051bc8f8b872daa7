//! Explanations as JSON: the contract of `docs/json.md`.

use std::io::{self, Write};

use residua::inspect::{Explanation, Justification};
use serde_json::{Value, json};

use crate::subject::{self, Subject, SubjectKind};
use crate::why::Explaining;
use crate::why::entailment::Entailment;
use crate::words::came_first;

/// Writes an answer.
pub(super) fn write(output: &mut dyn Write, subject: &Subject, answer: &Explaining) -> io::Result<()> {
    let (word, explanation) = match &answer.result {
        Entailment::Infeasible(explanation) => ("none", Some(explanation)),
        Entailment::Always(explanation) => ("always", Some(explanation)),
        Entailment::Never(explanation) => ("never", Some(explanation)),
        Entailment::Sometimes(..) => ("sometimes", None),
    };
    let mut rest = json!({ "answer": word });
    let is_puzzle = subject.kind == SubjectKind::Puzzle;
    if is_puzzle || !answer.about.is_empty() {
        rest["question"] = json!(Some(&answer.about).filter(|about| !about.is_empty()));
    }
    if let Some(limit) = answer.result.stopped() {
        rest["reason"] = json!(came_first(limit));
    }
    if let Some(explanation) = explanation {
        rest["lines"] =
            (0..explanation.lines.len()).map(|number| line_of(subject, explanation, number)).collect();
    }
    // Of a model that the compiler refutes, no line is left of its items.
    let beside = match &subject.refutation {
        Some(refuted) => Some(refuted.items.iter().chain(&refuted.declarations).collect()),
        None => answer.beside.as_ref().map(|items| items.iter().collect::<Vec<_>>()),
    };
    if beside.as_ref().is_none_or(|items| !items.is_empty()) {
        rest["beside"] = json!(beside);
    }
    if let Entailment::Sometimes(with, without) = &answer.result {
        rest["witnesses"] = json!([subject.as_json(with), subject.as_json(without)]);
    }
    write_object(output, subject, if word == "none" { "none" } else { "some" }, rest)
}

/// Writes why there are no more answers.
pub(super) fn write_unknown(output: &mut dyn Write, subject: &Subject, reason: &str) -> io::Result<()> {
    write_object(output, subject, "unknown", json!({ "answer": "unknown", "reason": reason }))
}

fn write_object(
    output: &mut dyn Write,
    subject: &Subject,
    verdict: &'static str,
    rest: Value,
) -> io::Result<()> {
    subject::write_object(output, subject.head_of_why(verdict), rest)
}

fn line_of(subject: &Subject, explanation: &Explanation, number: usize) -> Value {
    let (model, line) = (&subject.model, &explanation.lines[number]);
    let mut object = json!({
        "conclusion": line.conclusion.map(|atom| model.name_atom(atom)),
        "premises": line.premises,
    });
    object["technique"] = json!(line.technique().to_string());
    if let Justification::Constraint(id, _) = line.justification {
        object["constraint"] = match subject.kind {
            SubjectKind::Puzzle => json!(model.describe_constraint(id)),
            _ => json!(subject.named(id)),
        };
    }
    if let Some((views, values)) =
        explanation.subset(model, number).filter(|_| subject.kind == SubjectKind::Puzzle)
    {
        object["cells"] = views.into_iter().map(|view| model.name_view(view)).collect();
        object["values"] = values.iter().collect();
    }
    if let Some(under) = line.under {
        object["under"] = json!(under);
    }
    object
}
