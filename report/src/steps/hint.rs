//! `residua hint`: the next step, told by degrees: what kind, where, which cells, the step itself.

use std::collections::BTreeSet;
use std::io::{self, Write};

use residua::search::{Limit, Status};
use residua_sudoku::Trust;
use residua_sudoku::render::picture::{Marks, Page, Sheet};
use residua_sudoku::steps::{Board, Step};
use serde_json::json;

use crate::answer::{Answer, Pictured};
use crate::asking::{Asking, Host};
use crate::budget::Budget;
use crate::exit_status::ExitStatus;
use crate::input::InputError;
use crate::paint::Paint;
use crate::question::{self, HintLevel};
use crate::steps::begun::begin;
use crate::steps::drawing::{Drawing, letters};
use crate::steps::json;
use crate::subject::{Subject, write_object};
use crate::verdict::existence;
use crate::words::came_first;

/// The next step of a puzzle.
#[derive(Debug)]
pub struct Hinted<'a> {
    subject: &'a Subject,
    level: HintLevel,
    board: Board,
    next: Result<Option<Step>, Limit>,
    /// Whether there is a solution, as far as little search tells. Where there is none, no step leads to it.
    has_solution: Option<bool>,
}

/// After this many nodes it is left open whether there is a solution: a hint is waited for.
const NODES: u64 = 500;

/// Finds the next step: one of the least cost, and of these one that relies on least.
///
/// # Errors
/// The subject is no puzzle, or has more values than steps are known for.
pub fn hint<'a>(
    question: question::Hint,
    subject: &'a Subject,
    asking: &Asking<'_>,
) -> Result<Hinted<'a>, InputError> {
    let steps = begin(subject, question.assume_unique, &asking.limits)?;
    let _waiting = asking.begin("looking", &subject.place());
    let board = steps.board();
    let has_solution = if board.is_contradictory() { Some(false) } else { has_solution(subject, asking) };
    let next = match has_solution {
        Some(false) => Ok(None),
        _ => steps.next_steps().map(|steps| steps.into_iter().next()),
    };
    Ok(Hinted { subject, level: question.level, board: board.clone(), next, has_solution })
}

/// Whether there is a solution, as far as little search tells.
fn has_solution(subject: &Subject, asking: &Asking<'_>) -> Option<bool> {
    let limits = Budget::limited(&asking.limits).quarter().rest().nodes(NODES);
    let search = subject.model.search().engine(asking.engine_for(&subject.model)).limits(limits);
    let mut solutions = search.solutions();
    match (solutions.next(), solutions.status()) {
        (Some(_), _) => Some(true),
        (None, Some(Status::Exhausted)) => Some(false),
        (None, _) => None,
    }
}

/// As much of a step as is asked for.
#[derive(Default)]
struct Told {
    /// Its technique and its cost.
    kind: String,
    /// What to look at, or why it follows.
    more: Option<String>,
    marks: Marks,
}

impl Hinted<'_> {
    /// The houses and rules that a step relies on, by name, and their cells; if there are none, the rows of its cells.
    fn places(&self, step: &Step) -> (Vec<String>, BTreeSet<usize>) {
        let rules = self.board.rules();
        let (houses, others) = (step.houses(), step.others());
        if houses.is_empty() && others.is_empty() {
            let row = |cell: usize| rules.name(cell).split_once('c').map(|(row, _)| row);
            let rows: BTreeSet<&str> = step.cells(rules).into_iter().filter_map(row).collect();
            let cells = (0..rules.cells()).filter(|&cell| row(cell).is_some_and(|row| rows.contains(row)));
            return (rows.iter().map(|row| format!("row {}", &row[1..])).collect(), cells.collect());
        }
        let scopes = houses.iter().map(|&house| &rules.scopes()[house]);
        let mut names: BTreeSet<String> = scopes.clone().map(|scope| scope.name.clone()).collect();
        names.extend(others.iter().filter_map(|&other| rules.others().nth(other)).map(str::to_owned));
        let mut cells: BTreeSet<usize> = scopes.flat_map(|scope| &scope.cells).copied().collect();
        cells.extend(others.iter().flat_map(|&other| rules.cells_of(other)));
        (names.into_iter().collect(), cells)
    }

    fn told(&self, step: &Step) -> Told {
        let rules = self.board.rules();
        let kind = format!("{} ({})", step.technique, step.cost);
        let look_at = |names: Vec<String>| Some(format!("look at {}", names.join(", ")));
        let (more, marks) = match self.level {
            HintLevel::Kind => (None, Marks::default()),
            HintLevel::Where => {
                let (names, cells) = self.places(step);
                (look_at(names), Marks::around(cells))
            }
            HintLevel::Cells => {
                // What follows from a rule alone has no cells of its own.
                let own = step.cells(rules);
                let cells = if own.is_empty() { self.places(step).1 } else { own };
                let names = cells.iter().map(|&cell| rules.name(cell).to_owned()).collect();
                (look_at(names), Marks::pattern(cells))
            }
            HintLevel::Step => (Some(step.sentence(rules)), Marks::of_step(step, rules)),
        };
        Told { kind, more, marks }
    }

    /// What there is to say: of the step, or why there is none.
    fn answer(&self) -> Told {
        let none = |words: &str| Told { kind: words.to_owned(), ..Told::default() };
        match &self.next {
            Err(limit) => none(&format!("unknown: {}", came_first(*limit))),
            Ok(Some(step)) => self.told(step),
            Ok(None) if self.has_solution == Some(false) => {
                let trust = match self.subject.trust() {
                    Trust::Givens => String::new(),
                    trust => format!(" --trust {trust}"),
                };
                none(&format!("no solution: residua conflict{trust} tells what clashes"))
            }
            Ok(None) if self.board.is_solved() => none("solved"),
            Ok(None) => none("no step is left: residua count tells how many solutions there are"),
        }
    }

    fn drawing(&self, answer: &Told) -> Option<Drawing<'_>> {
        Drawing::of(self.subject, &self.board, &answer.marks, answer.text())
    }
}

impl Told {
    fn text(&self) -> String {
        match &self.more {
            Some(more) => format!("{}: {more}", self.kind),
            None => self.kind.clone(),
        }
    }
}

impl Pictured for Hinted<'_> {
    fn section(&self, _: usize) -> String {
        let answer = self.answer();
        let Some(picture) = self.drawing(&answer) else { return String::new() };
        Page::section(&Sheet {
            heading: answer.kind,
            place: self.subject.place(),
            picture,
            facts: answer
                .more
                .map(|more| ("Hint".to_owned(), more))
                .into_iter()
                .chain(letters(self.subject))
                .collect(),
            components: Vec::new(),
            lists: Vec::new(),
            beside: None,
        })
    }

    fn svg(&self) -> String {
        self.drawing(&self.answer()).map_or_else(String::new, |drawing| drawing.svg())
    }
}

impl Answer for Hinted<'_> {
    fn end(&self) -> ExitStatus {
        match &self.next {
            Err(_) => ExitStatus::Stopped,
            Ok(None) if self.has_solution == Some(false) => ExitStatus::Refuted,
            Ok(_) => ExitStatus::Answered,
        }
    }

    fn write_text(&self, output: &mut dyn Write, _: Paint) -> io::Result<()> {
        writeln!(output, "{}  {}", self.subject.place(), self.answer().text())
    }

    fn write_json(&self, output: &mut dyn Write, _: &dyn Host) -> io::Result<()> {
        let (step, reason) = match &self.next {
            Ok(step) => (step.as_ref(), None),
            Err(limit) => (None, Some(came_first(*limit))),
        };
        let verdict = existence(self.has_solution);
        let rest = json!({ "step": step.map(|step| json::step(step, &self.board)), "solved": self.board.is_solved() });
        write_object(output, self.subject.head(verdict, reason), rest)
    }
}
