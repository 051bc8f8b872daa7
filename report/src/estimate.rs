//! `--estimate`: the size of the search tree and the number of solutions, estimated by random probes.

use std::io::{self, Write};

use residua::search::{Estimate, Learning, Limit};
use serde::Serialize;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::clock::now;
use crate::exit_status::ExitStatus;
use crate::json::write_object;
use crate::paint::Paint;
use crate::question;
use crate::subject::{Subject, SubjectHead};
use crate::verdict::Verdict;
use crate::words::came_first;

/// Estimates how large the tree of a depth-first search for all solutions is, and how many there are.
pub fn estimate<'a>(
    question: question::Estimate,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Estimated<'a> {
    let start = now();
    let search = subject.model.search().learn(Learning::Off).consistency(question.consistency);
    let search = if subject.is_projected() { search.project(&subject.asked) } else { search };
    let _waiting = asking.begin("estimating", &subject.place());
    let estimate = search.limits(&asking.limits).estimate(question.probes, question.seed);
    Estimated { subject, estimate, seconds: start.elapsed().as_secs_f64() }
}

/// What was estimated, or the limit that came first.
#[derive(Debug)]
pub struct Estimated<'a> {
    subject: &'a Subject,
    estimate: Result<Estimate, Limit>,
    seconds: f64,
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: SubjectHead<'a>,
    #[serde(flatten)]
    numbers: Option<Numbers>,
    seconds: f64,
}

/// The members of an estimate.
#[derive(Serialize)]
struct Numbers {
    probes: u64,
    nodes: f64,
    nodes_error: Option<f64>,
    solutions: f64,
    solutions_error: Option<f64>,
}

impl From<&Estimate> for Numbers {
    fn from(estimate: &Estimate) -> Numbers {
        let &Estimate { probes, nodes, nodes_error, solutions, solutions_error, .. } = estimate;
        Numbers { probes, nodes, nodes_error, solutions, solutions_error }
    }
}

/// Writes an estimate as an object of JSON.
///
/// # Errors
/// The output cannot be written.
pub fn write_estimate(output: &mut dyn Write, estimate: &Estimate) -> io::Result<()> {
    write_object(output, &Numbers::from(estimate))
}

impl Answer for Estimated<'_> {
    fn end(&self) -> ExitStatus {
        if self.estimate.is_ok() { ExitStatus::Answered } else { ExitStatus::Stopped }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        let place = self.subject.place();
        match &self.estimate {
            Ok(estimate) => writeln!(output, "{place}  {estimate}")?,
            Err(limit) => writeln!(output, "{place}  not estimated: {}", came_first(*limit))?,
        }
        self.subject.write_notes(output)
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let reason = self.estimate.err().map(came_first);
        let head = self.subject.head(Verdict::Unknown.word(), reason);
        let numbers = self.estimate.as_ref().ok().map(Numbers::from);
        write_object(output, &Object { head, numbers, seconds: self.seconds })
    }
}
