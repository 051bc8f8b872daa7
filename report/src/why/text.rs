//! Explanations as text.

use std::collections::BTreeSet;
use std::io::{self, Write};

use residua::inspect::Explanation;
use residua_sudoku::render;

use crate::models::names::Named;
use crate::puzzle::beside;
use crate::subject::{Subject, SubjectKind};
use crate::variants;
use crate::why::entailment::Entailment;
use crate::why::{Explaining, constraints_of};
use crate::words::{counted, smallness, write_wrapped};

/// Writes an answer.
pub(super) fn write(output: &mut dyn Write, subject: &Subject, answer: &Explaining) -> io::Result<()> {
    let (place, about) = (subject.place(), &answer.about);
    let (claim, explanation) = match &answer.result {
        Entailment::Infeasible(explanation) => ("there is no solution".to_owned(), explanation),
        Entailment::Always(explanation) => (format!("{about} is in all solutions"), explanation),
        Entailment::Never(explanation) => (format!("{about} is in no solution"), explanation),
        Entailment::Sometimes(with, without) => {
            writeln!(
                output,
                "{place}  {about} is in some solutions: in the first of these, not in the second"
            )?;
            if let Some(sheet) = subject.sheet() {
                variants::write_pair(sheet, [with.values(), without.values()], output)?;
                return writeln!(output);
            }
            if let Some(geometry) = subject.geometry() {
                let grids = [with, without].map(|solution| render::boxed(geometry, solution.values()));
                return writeln!(output, "{}", beside(&grids[0], &grids[1]));
            }
            for solution in [with, without] {
                let words = subject.in_words(solution).map(|(name, value)| subject.equation(&name, &value));
                write_wrapped(output, " ", words)?;
            }
            return writeln!(output);
        }
    };
    writeln!(output, "{place}  {claim}")?;
    match answer.beside.as_deref() {
        Some(items) => items.iter().try_for_each(|item| {
            writeln!(output, "  given {}, which the compiler turned into declarations", item.text())
        })?,
        None => {
            writeln!(output, "  given possibly other items, which the compiler turned into declarations")?;
        }
    }
    let model = &subject.model;
    let (steps, from) = if let Some(found) = subject.found() {
        // The grid shows its givens.
        let givens = explanation.givens();
        let from = match found.clues_in_words() {
            "givens" => counted(givens, "given"),
            clues => format!("{givens} of the {clues}"),
        };
        (explanation.display(model).to_string(), from)
    } else {
        let from = match constraints(subject, answer, explanation) {
            0 if subject.kind == SubjectKind::Program => "the declarations".to_owned(),
            count => counted(count, subject.noun()),
        };
        (explanation.display_in_full(model).to_string(), from)
    };
    steps.lines().try_for_each(|step| writeln!(output, "  {step}"))?;
    if explanation.lines.is_empty() && answer.beside.as_ref().is_some_and(Vec::is_empty) {
        writeln!(output, "  by declaration")?;
    }
    let count = steps.lines().filter(|step| !step.trim_start().starts_with("suppose ")).count();
    writeln!(output, "{claim}: {}, from {from}{}", counted(count, "step"), smallness(explanation))?;
    writeln!(output)
}

/// How many constraints of the model an explanation rests on: what one of them became in the file is one.
fn constraints(subject: &Subject, answer: &Explaining, explanation: &Explanation) -> usize {
    if let Some(refutation) = &subject.refutation {
        return refutation.items.len();
    }
    let named = constraints_of(explanation).map(|id| subject.named(id));
    let named = named.chain(answer.beside.iter().flatten().cloned());
    let named: Vec<Named> = named.collect();
    // Where the items are known, what belongs to none of them only says what variables are.
    let are_known = named.iter().any(|named| named.source.is_some());
    let of_item = named.iter().filter(|named| !are_known || named.is_item());
    of_item.map(Named::text).collect::<BTreeSet<String>>().len()
}
