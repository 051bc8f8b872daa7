//! Conflicts as text.

use std::io::{self, Write};

use residua::model::ConstraintId;

use crate::conflict::{Conflicting, Found, Report};
use crate::models::names::{Named, by_rule};
use crate::puzzle::clue;
use crate::question;
use crate::subject::{Refutation, Subject};
use crate::words::{counted, enumerated};

/// Writes what clashes.
pub(super) fn write(answer: &Conflicting<'_>, output: &mut dyn Write) -> io::Result<()> {
    let Conflicting { question, subject, found, .. } = answer;
    match (found, &subject.refutation) {
        (Found::Searched(_, Some(reason)), _) => writeln!(output, "{}  unknown: {reason}", subject.place())?,
        (Found::Searched(report, None), _) => report.write(subject, output, question)?,
        (Found::ByCompiler, refutation) => {
            let refutation = refutation.as_ref().expect("invariant: it is that of the compiler");
            write_refutation(question, subject, refutation, output)?;
        }
    }
    subject.write_notes(output)
}

/// What the compiler found out itself.
fn write_refutation(
    question: &question::Conflict,
    subject: &Subject,
    refutation: &Refutation,
    output: &mut dyn Write,
) -> io::Result<()> {
    let all = counted(refutation.of, "constraint");
    let minimal = if refutation.is_minimal { " (minimal)" } else { "" };
    let place = subject.place();
    match refutation.items.len() {
        0 => writeln!(output, "{place}  the declarations clash, independently of the constraints")?,
        count => writeln!(output, "{place}  {count} of {all} clash{minimal}")?,
    }
    let all = refutation.items.iter().chain(&refutation.declarations);
    all.map(Named::text).try_for_each(|text| writeln!(output, "  {text}"))?;
    if question.all && !refutation.items.is_empty() {
        writeln!(output, "found by the compiler; there may be more")?;
    }
    Ok(())
}

impl Report {
    fn write(
        &self,
        subject: &Subject,
        output: &mut dyn Write,
        question: &question::Conflict,
    ) -> io::Result<()> {
        let Report { found, completions, .. } = self;
        write!(output, "{}  ", subject.place())?;
        if let Some(without) = found.without() {
            return writeln!(output, "{without}");
        }
        let clues = subject.found().map(|found| found.clues_in_words());
        let all =
            clues.map_or_else(|| counted(self.of, subject.noun()), |clues| format!("{} {clues}", self.of));
        let count = |at: usize| found.sets[at].len() + self.completion(at).len();
        if question.is_list() {
            writeln!(output, "{}; {}", counted(found.sets.len(), "conflict"), found.more())?;
            for (at, set) in found.sets.iter().enumerate() {
                if let Some(clues) = clues {
                    writeln!(output, "  {} {clues} clash: {}", set.len(), self.names(subject, set))?;
                    continue;
                }
                writeln!(output, "{} of {all} clash", count(at))?;
                self.write_set(subject, output, at)?;
            }
        } else if !found.sets.is_empty() {
            if count(0) == 0 {
                return writeln!(output, "the declared domains clash: a variable has an empty domain");
            }
            let is_minimal = completions.first().is_none_or(|completion| completion.is_minimal);
            let smallness = if is_minimal { found.smallness(count(0)) } else { String::new() };
            writeln!(output, "{} of {all} clash{smallness}", count(0))?;
            self.write_set(subject, output, 0)?;
        }
        match (found.correction(|set| self.names_of_correction(subject, set)), clues) {
            (Some(correction), _) => writeln!(output, "{correction}"),
            (None, Some(_)) => {
                writeln!(output, "minimum correction unknown: limit reached")
            }
            (None, None) => writeln!(output, "minimum correction unknown"),
        }
    }

    fn write_set(&self, subject: &Subject, output: &mut dyn Write, at: usize) -> io::Result<()> {
        let set = &self.found.sets[at];
        if let Some(geometry) = subject.geometry() {
            return clue::write(output, &subject.model, geometry, set);
        }
        if subject.source.is_none() {
            return set.iter().try_for_each(|&id| writeln!(output, "  {}", self.text(subject, id)));
        }
        let named = set.iter().map(|&id| self.groups.named(subject, id).0);
        let named = named.chain(self.completion(at).iter().cloned());
        by_rule(named).iter().try_for_each(|line| writeln!(output, "{line}"))
    }

    /// A set in a line.
    fn names(&self, subject: &Subject, set: &[ConstraintId]) -> String {
        if subject.found().is_some() {
            return clue::names(&subject.model, set).join(" ");
        }
        enumerated(&set.iter().map(|&id| self.text(subject, id)).collect::<Vec<_>>())
    }

    /// What is to be taken away, in a line, and how many these are.
    fn names_of_correction(&self, subject: &Subject, set: &[ConstraintId]) -> (String, usize) {
        if subject.found().is_some() {
            return (self.names(subject, set), set.len());
        }
        let all = self.corrected(subject, set);
        let texts: Vec<String> = all.iter().map(|(named, more)| with_more(named, *more)).collect();
        (enumerated(&texts), texts.len())
    }

    fn text(&self, subject: &Subject, id: ConstraintId) -> String {
        let (named, more) = self.groups.named(subject, id);
        with_more(&named, more)
    }
}

/// A group, by its first constraint, with how many more it has.
fn with_more(named: &Named, more: usize) -> String {
    match more {
        _ if named.source.is_some() => named.text(),
        0 => named.text(),
        more => format!("{} and {more} more of the same item", named.text()),
    }
}
