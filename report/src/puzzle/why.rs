//! `residua why`: why a candidate is gone, or a cell fixed, or why there is no solution.

use std::io::{self, Write};

use residua::inspect::{Explanation, Line};
use residua::model::{IntAtom, IntVar, Model};
use residua::search::Limit;
use residua_sudoku::render;
use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::end::End;
use crate::explained::Verdict;
use crate::json;
use crate::paint::Paint;
use crate::puzzle::found::Found;
use crate::puzzle::json::Subject;
use crate::puzzle::left::beside;
use crate::puzzle::question::{Asked, Claim, Question};
use crate::words::{came_first, counted, smallness};

/// Explains what is asked about a puzzle; or why it has no solution.
///
/// # Errors
/// A question that does not fit the puzzle.
pub fn why<'a>(asked: &[Asked], found: &'a Found<'a>, asking: &Asking<'_>) -> Result<Explained<'a>, String> {
    let geometry = found.puzzle.geometry();
    let questions: Result<Vec<Question>, String> = asked.iter().map(|asked| asked.within(geometry)).collect();
    let questions = questions?;
    let model = found.model();
    let mut answers = Vec::new();
    let limit = answer(&model, &questions, &Budget::limited(&asking.limits), &mut answers).err();
    if answers.is_empty() && limit.is_none() {
        let message = "expected a question, for the puzzle has a solution: r3c5=7, r3c5!=7 or r3c5";
        return Err(message.to_owned());
    }
    Ok(Explained { found, model, answers, limit })
}

/// Why something is so in a puzzle.
#[derive(Debug)]
pub struct Explained<'a> {
    found: &'a Found<'a>,
    model: Model,
    /// As many as were found before a limit was reached.
    answers: Vec<About>,
    limit: Option<Limit>,
}

impl Answer for Explained<'_> {
    fn end(&self) -> End {
        match self.limit.or(self.answers.iter().find_map(|answer| answer.result.stopped())) {
            Some(_) => End::Stopped,
            None if self.answers.iter().any(|answer| matches!(answer.result, Verdict::Infeasible(_))) => {
                End::Refuted
            }
            None => End::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        self.answers.iter().try_for_each(|answer| write_text(output, self.found, &self.model, answer))?;
        self.limit.map_or(Ok(()), |limit| write_unknown(output, self.found, false, limit))
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        self.answers.iter().try_for_each(|answer| write_json(output, self.found, &self.model, answer))?;
        self.limit.map_or(Ok(()), |limit| write_unknown(output, self.found, true, limit))
    }
}

/// What became of a question.
#[derive(Debug)]
struct About {
    /// What was asked, as far as it is about one atom; nothing, where there is no solution.
    about: Option<IntAtom>,
    result: Verdict,
}

/// Adds the answers, as many as are found before a limit comes.
fn answer(
    model: &Model,
    questions: &[Question],
    budget: &Budget,
    answers: &mut Vec<About>,
) -> Result<(), Limit> {
    if let Some(explanation) = model.why_none(&budget.rest())? {
        answers.push(About { about: None, result: Verdict::Infeasible(explanation) });
        return Ok(());
    }
    for question in questions {
        let var = model.vars().nth(question.cell).expect("invariant: the cell is one of the grid");
        for atom in atoms(model, var, question.claim, budget)? {
            let result = Verdict::of(model, atom, budget)?;
            answers.push(About { about: Some(atom), result });
        }
    }
    Ok(())
}

/// What there is to say of a cell: the atom asked about; of the cell as such, its value, or all that it cannot be.
fn atoms(model: &Model, var: IntVar, claim: Option<Claim>, budget: &Budget) -> Result<Vec<IntAtom>, Limit> {
    Ok(match claim {
        Some(Claim::Is(value)) => vec![var.is(value)],
        Some(Claim::IsNot(value)) => vec![var.is_not(value)],
        None => {
            let inspection = model.inspect().limits(budget.rest()).run();
            if let Some(limit) = inspection.stopped {
                return Err(limit);
            }
            let left = inspection.residual.expect("invariant: there is a solution").domain(var).clone();
            match left.value() {
                Some(value) => vec![var.is(value)],
                None => model
                    .domain(var)
                    .iter()
                    .map(|value| if left.contains(value) { var.is(value) } else { var.is_not(value) })
                    .collect(),
            }
        }
    })
}

fn write_unknown(output: &mut dyn Write, found: &Found<'_>, json: bool, limit: Limit) -> io::Result<()> {
    let reason = came_first(limit);
    if json {
        write_object(output, found, json!({ "answer": "unknown", "reason": reason }))
    } else {
        writeln!(output, "{}  unknown: {reason}", found.place())
    }
}

fn write_text(output: &mut dyn Write, found: &Found<'_>, model: &Model, answer: &About) -> io::Result<()> {
    let atom = answer.about.map_or_else(String::new, |atom| model.name_atom(atom));
    let place = found.place();
    let (claim, explanation) = match &answer.result {
        Verdict::Infeasible(explanation) => ("there is no solution".to_owned(), explanation),
        Verdict::Always(explanation) => (format!("{atom} is in all solutions"), explanation),
        Verdict::Never(explanation) => (format!("{atom} is in no solution"), explanation),
        Verdict::Sometimes(with, without) => {
            writeln!(
                output,
                "{place}  {atom} is in some solutions: in the first of these, not in the second"
            )?;
            let geometry = found.puzzle.geometry();
            let grids = [with, without].map(|solution| render::boxed(geometry, solution.values()));
            return writeln!(output, "{}", beside(&grids[0], &grids[1]));
        }
    };
    writeln!(output, "{place}  {claim}")?;
    for step in explanation.display(model).to_string().lines() {
        writeln!(output, "  {step}")?;
    }
    let steps = counted(explanation.steps(), "step");
    let givens = explanation.givens();
    let clues = match found.clues_in_words() {
        "givens" => counted(givens, "given"),
        clues => format!("{givens} of the {clues}"),
    };
    writeln!(output, "{claim}: {steps}, from {clues}{}", smallness(explanation))?;
    writeln!(output)
}

fn write_json(output: &mut dyn Write, found: &Found<'_>, model: &Model, answer: &About) -> io::Result<()> {
    let question = answer.about.map(|atom| model.name_atom(atom));
    let (word, explanation, witnesses) = match &answer.result {
        Verdict::Infeasible(explanation) => ("none", Some(explanation), Vec::new()),
        Verdict::Always(explanation) => ("always", Some(explanation), Vec::new()),
        Verdict::Never(explanation) => ("never", Some(explanation), Vec::new()),
        Verdict::Sometimes(with, without) => ("sometimes", None, vec![with.values(), without.values()]),
    };
    let mut object = json!({ "question": question, "answer": word });
    if let Some(limit) = answer.result.stopped() {
        object["reason"] = json!(came_first(limit));
    }
    if let Some(explanation) = explanation {
        object["lines"] = lines(model, explanation);
    } else {
        object["witnesses"] = json!(witnesses);
    }
    write_object(output, found, object)
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    subject: Subject<'a>,
    #[serde(flatten)]
    rest: Value,
}

fn write_object(output: &mut dyn Write, found: &Found<'_>, rest: Value) -> io::Result<()> {
    let subject = Subject::new(found);
    json::write_object(output, &Object { subject, rest })
}

fn lines(model: &Model, explanation: &Explanation) -> Value {
    let line = |(number, line): (usize, &Line)| {
        let mut object = json!({
            "conclusion": line.conclusion.map(|atom| model.name_atom(atom)),
            "technique": line.technique().to_string(),
            "premises": line.premises,
        });
        if let Some(id) = line.constraint() {
            object["constraint"] = json!(model.describe_constraint(id));
        }
        if let Some((views, values)) = explanation.subset(model, number) {
            object["cells"] = views.into_iter().map(|view| model.name_view(view)).collect();
            object["values"] = values.iter().collect();
        }
        if let Some(under) = line.under {
            object["under"] = json!(under);
        }
        object
    };
    explanation.lines.iter().enumerate().map(line).collect()
}
