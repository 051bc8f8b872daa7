//! `residua clues` of variant puzzles: givens and rules that follow from the others, or givens that would leave one solution of several.

use std::io::{self, Write};
use std::sync::Arc;

use residua::model::ConstraintId;
use residua::search::{Limit, Limits, Status};
use residua_sudoku::Completion;
use serde_json::json;

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::exit_status::ExitStatus;
use crate::paint::Paint;
use crate::puzzle::{write_completion, write_stopped};
use crate::subject::{Subject, write_object};
use crate::variants::completion::completion;
use crate::variants::residual::parts_together;
use crate::verdict::Verdict;
use crate::words::came_first;

/// Which givens and rules of a puzzle follow from the others, each by itself.
#[derive(Debug)]
pub(crate) struct RedundantClues<'a> {
    subject: &'a Subject,
    verdict: Verdict,
    redundant: Vec<ConstraintId>,
    /// Of several solutions: the fewest givens more that leave one.
    completion: Option<Completion>,
    /// What a limit came before.
    open: Vec<ConstraintId>,
    stopped: Option<Limit>,
    seconds: f64,
}

/// Finds the givens and rules each of which can be left out, so that the solution stays the only one; where there are several solutions, the
/// fewest givens more that leave one.
pub(crate) fn clues<'a>(subject: &'a Subject, asking: &Asking<'_>) -> RedundantClues<'a> {
    let budget = Budget::limited(&asking.limits);
    let _waiting = asking.begin("examining", &subject.place());
    let (verdict, stopped) = solutions(subject, None, &budget.half());
    let mut answer = RedundantClues {
        subject,
        verdict,
        redundant: Vec::new(),
        completion: None,
        open: Vec::new(),
        stopped,
        seconds: 0.0,
    };
    if verdict == Verdict::Multiple
        && let Some(sheet) = subject.sheet()
    {
        match completion(subject, sheet, &budget) {
            Ok(completion) => {
                answer.stopped = completion.stopped;
                answer.completion = Some(completion);
            }
            Err(limit) => answer.stopped = Some(limit),
        }
    }
    if verdict == Verdict::Unique {
        let soft = subject.soft();
        for (number, (id, _)) in subject.model.constraints().enumerate() {
            if !soft.contains(&number) {
                continue;
            }
            match solutions(subject, Some(id), &budget.rest()) {
                (Verdict::Unique, _) => answer.redundant.push(id),
                (Verdict::Unknown, stopped) => {
                    answer.open.push(id);
                    answer.stopped = stopped;
                }
                _ => {}
            }
        }
    }
    answer.seconds = budget.seconds();
    answer
}

/// How many solutions there are without a constraint, as far as two of them tell.
fn solutions(subject: &Subject, without: Option<ConstraintId>, limits: &Limits) -> (Verdict, Option<Limit>) {
    let mut model = subject.model.without_constraints();
    for (id, constraint) in subject.model.constraints().filter(|(id, _)| Some(*id) != without) {
        let posted = model.post(Arc::clone(constraint));
        let _ = posted.unwrap_or_else(|_| unreachable!("{id:?} was posted before"));
    }
    let mut found = model.search().project(&subject.asked).limits(limits.clone().solutions(2)).solutions();
    let count = found.by_ref().count();
    match (count, found.status()) {
        (2.., _) => (Verdict::Multiple, None),
        (_, Some(Status::Stopped(limit))) => (Verdict::Unknown, Some(limit)),
        (1, _) => (Verdict::Unique, None),
        _ => (Verdict::Infeasible, None),
    }
}

impl RedundantClues<'_> {
    fn names(&self, ids: &[ConstraintId]) -> Vec<String> {
        ids.iter().map(|&id| self.subject.named(id).constraint).collect()
    }

    /// Givens as they are written: `r1c2=3`.
    fn givens(&self, completion: &Completion) -> Vec<String> {
        let name = |cell: usize| self.subject.model.name(self.subject.asked[cell]);
        completion.clues.iter().map(|&(cell, value)| format!("{}={value}", name(cell))).collect()
    }
}

impl Answer for RedundantClues<'_> {
    fn end(&self) -> ExitStatus {
        match self.verdict {
            Verdict::Infeasible => ExitStatus::Refuted,
            _ if self.stopped.is_some() => ExitStatus::Stopped,
            _ => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, paint: Paint) -> io::Result<()> {
        let reason = self.stopped.map(came_first).filter(|_| self.verdict == Verdict::Unknown);
        let headline = paint.text(self.verdict.tint(), &self.verdict.headline(&[reason]));
        writeln!(output, "{}  {headline}", self.subject.place())?;
        if let Some(completion) = &self.completion {
            write_completion(completion, &self.givens(completion), output)?;
        }
        if let Some(limit) = self.stopped.filter(|_| self.verdict == Verdict::Multiple) {
            return write_stopped(limit, output);
        }
        if self.verdict != Verdict::Unique {
            return Ok(());
        }
        let of = match self.subject.soft().len() {
            1 => "1 given or rule".to_owned(),
            count => format!("{count} givens and parts of rules"),
        };
        if self.redundant.is_empty() {
            writeln!(output, "none of {of} can be left out")?;
        } else {
            writeln!(output, "each of these, out of {of}, can be left out by itself:")?;
        }
        let names = self.names(&self.redundant);
        let names = self.subject.sheet().map_or(names.clone(), |sheet| parts_together(sheet, names));
        names.iter().try_for_each(|name| writeln!(output, "  {name}"))?;
        if !self.open.is_empty() {
            writeln!(
                output,
                "not known of {}: {}",
                self.open.len(),
                came_first(self.stopped.unwrap_or(Limit::Time))
            )?;
        }
        Ok(())
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let reason = self.stopped.map(came_first).filter(|_| self.verdict != Verdict::Multiple);
        let mut rest = json!({
            "redundant": self.names(&self.redundant),
            "unknown": self.names(&self.open),
            "seconds": self.seconds,
        });
        if let Some(limit) = self.stopped {
            rest["stopped"] = json!(limit.to_string());
        }
        if let Some(completion) = &self.completion {
            rest["completion"] = json!(self.givens(completion));
            rest["completion_at_least"] = json!(completion.at_least);
        }
        write_object(output, self.subject.head(self.verdict.word(), reason), rest)
    }
}
