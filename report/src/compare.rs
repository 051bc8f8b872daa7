//! `inspect --compare`: candidates left, cells fixed, searches and time at each strength.

use std::io::{self, Write};

use residua::inspect::Strength;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::paint::Paint;
use crate::puzzle::size;
use crate::subject::{Subject, write_object};
use crate::verdict::Verdict;

/// What is left at each strength.
#[derive(Debug)]
pub struct Compared<'a> {
    subject: &'a Subject,
    rows: Vec<Row>,
}

/// What is left at one strength.
#[derive(Debug)]
struct Row {
    strength: Strength,
    verdict: Verdict,
    /// What was found out; nothing, where the limit was reached before.
    left: Option<Left>,
    /// Whether a limit was reached.
    stopped: bool,
}

#[derive(Debug)]
struct Left {
    candidates: u64,
    fixed: usize,
    searches: u64,
    seconds: f64,
}

/// Compares the strengths: what each leaves of a subject.
pub fn compare<'a>(subject: &'a Subject, asking: &Asking<'_>) -> Compared<'a> {
    Compared { subject, rows: rows(subject, asking).collect() }
}

/// Compares the strengths, and writes each line of text as soon as it is known.
///
/// # Errors
/// The output cannot be written.
pub fn write_comparison(
    subject: &Subject,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<ExitStatus> {
    let mut end = ExitStatus::Answered;
    write_head(subject, output)?;
    for row in rows(subject, asking) {
        row.write(output)?;
        end = row.end().unwrap_or(end);
    }
    writeln!(output)?;
    Ok(end)
}

/// What stands above the rows.
fn write_head(subject: &Subject, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", subject.place())?;
    subject.write_notes(output)?;
    writeln!(
        output,
        "{:<10} {:>10} {:>6} {:>9} {:>10}",
        "strength", "candidates", "fixed", "searches", "seconds"
    )
}

/// A row for each strength.
fn rows<'a>(subject: &'a Subject, asking: &'a Asking<'_>) -> impl Iterator<Item = Row> + 'a {
    let budget = Budget::new(&asking.limits);
    let strengths = Strength::ALL.into_iter().zip((0..Strength::ALL.len() as u32).rev());
    strengths.map(move |(strength, others)| {
        // The first says what is known even then.
        if strength != Strength::ALL[0] && budget.is_over() {
            return Row { strength, verdict: Verdict::Unknown, left: None, stopped: true };
        }
        let start = now();
        let inspection = subject.inspection(&subject.model, (strength, None), &budget.share(others), asking);
        let seconds = start.elapsed().as_secs_f64();
        let (candidates, fixed) = inspection.residual.as_ref().map_or((0, 0), size);
        let left = Left { candidates, fixed, searches: inspection.searches, seconds };
        Row {
            strength,
            verdict: Verdict::from(&inspection.verdict),
            left: Some(left),
            stopped: inspection.stopped.is_some(),
        }
    })
}

impl Row {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let Row { strength, left, stopped, .. } = self;
        let note = if *stopped { "  (limit reached)" } else { "" };
        match left {
            None => writeln!(output, "{strength:<10} {0:>10} {0:>6} {0:>9} {0:>10}{note}", "-"),
            Some(Left { candidates, fixed, searches, seconds }) => {
                writeln!(
                    output,
                    "{strength:<10} {candidates:>10} {fixed:>6} {searches:>9} {seconds:>10.6}{note}"
                )
            }
        }
    }

    /// How the question ends with this row, if it changes that.
    fn end(&self) -> Option<ExitStatus> {
        match self.verdict {
            Verdict::Infeasible => Some(ExitStatus::Refuted),
            Verdict::Unknown => Some(ExitStatus::Stopped),
            _ => self.stopped.then_some(ExitStatus::Stopped),
        }
    }

    fn object(&self) -> Value {
        let Row { strength, verdict, left, stopped } = self;
        let mut object = json!({ "strength": strength.to_string(), "verdict": verdict.word() });
        if let Some(Left { candidates, fixed, searches, seconds }) = left {
            object["candidates"] = json!(candidates);
            object["fixed"] = json!(fixed);
            object["searches"] = json!(searches);
            object["seconds"] = json!(seconds);
        }
        object["stopped"] = json!(stopped);
        object
    }
}

impl Answer for Compared<'_> {
    fn write_text(&self, output: &mut dyn Write, _paint: Paint) -> io::Result<()> {
        write_head(self.subject, output)?;
        self.rows.iter().try_for_each(|row| row.write(output))?;
        writeln!(output)
    }

    fn write_json(&self, output: &mut dyn Write, _host: &dyn Host) -> io::Result<()> {
        let verdict = self.rows.last().map_or(Verdict::Unknown, |row| row.verdict);
        let head = self.subject.head_of_why(verdict.word());
        let rows: Vec<Value> = self.rows.iter().map(Row::object).collect();
        write_object(output, head, json!({ "strengths": rows }))
    }

    fn end(&self) -> ExitStatus {
        self.rows.iter().rev().find_map(Row::end).unwrap_or(ExitStatus::Answered)
    }
}
