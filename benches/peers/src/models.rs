//! Models of `all_different`, sums, distances, tables and automata, all solutions or the first one: the same model, the same order of
//! variables and values, and so the same nodes, for residua and for programs that read such models (`RESIDUA_MODEL_RIVALS`). By dom/wdeg the
//! nodes differ, as programs weigh constraints in their own ways. Beside the depth-first search of the tree stands the search that residua's
//! users get by default, with the same order: it may learn from dead ends.
//!
//! A rival is given the constraints of residua's own model, so that it solves that and nothing else, and measures its
//! own search, in processor time: neither what it takes to start a process nor to make the model is in the times of either side.

use std::fmt::{self, Write};
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use residua::constraints::{
    Calculation, Constraint, LinearRelation, Listed, Operation, Regular, Statement, Table,
};
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, ModelError, Options as SolverOptions, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limits, Statistics, Status};

use crate::Options;
use crate::folder::Folder;
use crate::instances::all_interval::{self, all_interval};
use crate::instances::crossword::crossword;
use crate::instances::nonogram::nonogram;
use crate::instances::quasigroup::{idempotent, with_holes};
use crate::instances::{costas, langford, magic, queens};
use crate::race::{Random, Report, Short, median, sorted};
use crate::rival::Rival;

/// A model, the variables to decide, and their order.
struct Problem {
    name: String,
    model: Model,
    vars: Vec<IntVar>,
    order: VariableOrder,
    wanted: Wanted,
    /// How many solutions there are, where that is known.
    expected: Option<u64>,
}

/// Which solutions are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wanted {
    All,
    First,
}

impl Problem {
    fn new(
        name: impl Into<String>,
        made: Result<(Model, Vec<IntVar>), ModelError>,
        order: VariableOrder,
        expected: Option<usize>,
    ) -> Result<Problem, String> {
        let (model, vars) = made.map_err(|error| error.to_string())?;
        let expected = expected.map(|count| count as u64);
        Ok(Problem { name: name.into(), model, vars, order, wanted: Wanted::All, expected })
    }

    /// The same problem, of which one solution is looked for.
    fn first(self) -> Problem {
        Problem { wanted: Wanted::First, expected: Some(1), ..self }
    }
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    /// `None` if a limit was reached.
    counts: Option<Counts>,
    /// How long it took, or how long it had.
    seconds: f64,
}

/// What a search that was finished counted; nodes and failures may be 0 where a rival does not count them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counts {
    solutions: u64,
    nodes: u64,
    failures: u64,
}

impl Run {
    /// From four numbers, as a rival prints them, or from `-` and the seconds that it had.
    fn parse(line: &str) -> Option<Run> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = |word: &str| word.parse().ok();
        let (counts, seconds) = match words[..] {
            ["-", seconds] => (None, seconds),
            [solutions, nodes, failures, seconds] => {
                let counts =
                    Counts { solutions: count(solutions)?, nodes: count(nodes)?, failures: count(failures)? };
                (Some(counts), seconds)
            }
            _ => return None,
        };
        Some(Run { counts, seconds: seconds.parse().ok()? })
    }
}

/// The table of all models.
pub(crate) struct Models {
    rows: Vec<Row>,
    contradictions: Vec<String>,
}

/// A solver's runs over one problem, one for each round.
struct Row {
    title: String,
    solver: String,
    runs: Vec<Run>,
    /// Its time to residua's, round by round.
    ratios: Vec<f64>,
}

/// Races over all models, at value and at domain consistency.
pub(crate) fn races(options: &Options) -> Result<Models, String> {
    let rivals = Rival::all("RESIDUA_MODEL_RIVALS")?;
    let folder = Folder::new("models")?;
    let mut models = Models { rows: Vec::new(), contradictions: Vec::new() };
    for problem in problems(options.quick)? {
        for level in [Consistency::Value, Consistency::Domain] {
            models.race(&problem, level, &rivals, options.rounds, &folder)?;
        }
    }
    Ok(models)
}

/// Quasigroups with holes: order, number of holes, seed.
const CRITICAL: &[(usize, usize, u64)] =
    &[(20, 168, 1), (30, 374, 1), (30, 374, 2), (33, 453, 1), (33, 453, 2)];

fn problems(quick: bool) -> Result<Vec<Problem>, String> {
    use VariableOrder::{DomWdeg, FirstFail, Input};
    let mut problems = Vec::new();
    for n in if quick { 8..=8 } else { 11..=12 } {
        let expected = Some(queens::COUNTS[n]);
        problems.push(Problem::new(format!("queens {n}"), queens::queens(n as i32), FirstFail, expected)?);
    }
    let squares_of_4 = if quick { &[Input][..] } else { &[Input, FirstFail] };
    for &order in squares_of_4 {
        let name = if order == Input { "magic square 4×4" } else { "magic square 4×4, first fail" };
        problems.push(Problem::new(name, magic::magic(4), order, Some(magic::MAGIC_4))?);
    }
    for n in if quick { 7..=7 } else { 9..=10 } {
        let expected = Some(costas::COUNTS[n]);
        problems.push(Problem::new(format!("Costas {n}"), costas::costas(n), Input, expected)?);
    }
    for n in if quick { 7..=7 } else { 10..=11 } {
        let expected = Some(langford::COUNTS[n]);
        let made = langford::langford(n as i32);
        problems.push(Problem::new(format!("Langford {n}"), made, FirstFail, expected)?);
    }
    let order = if quick { 5 } else { 6 };
    problems.push(Problem::new(
        format!("idempotent quasigroups {order}"),
        idempotent(order),
        FirstFail,
        None,
    )?);
    for n in if quick { 9..=9 } else { 12..=12 } {
        let expected = Some(all_interval::COUNTS[n]);
        problems.push(Problem::new(format!("all-interval series {n}"), all_interval(n), Input, expected)?);
    }
    let words = if quick { 900 } else { 1000 };
    problems.push(Problem::new(format!("squares of {words} words"), crossword(words), Input, None)?);
    problems.push(Problem::new("nonogram 12×12", nonogram(12, 33, 2), FirstFail, None)?);
    let (order, holes) = if quick { (8, 40) } else { (15, 100) };
    let square = with_holes(order, holes, 1);
    problems.push(Problem::new(format!("quasigroup, {}", square.name), square.model(), FirstFail, None)?);
    let n = if quick { 100 } else { 1000 };
    problems.push(Problem::new(format!("{n} queens, first"), queens::queens(n), FirstFail, None)?.first());
    // Near the transition, where the holes are 42 % of the cells (Achlioptas, Gomes, Kautz & Selman, AAAI 2000).
    for (order, holes, seed) in if quick { &CRITICAL[..1] } else { CRITICAL } {
        let square = with_holes(*order, *holes, *seed);
        for (by, order) in [("first fail", FirstFail), ("dom/wdeg", DomWdeg)] {
            let name = format!("quasigroup, {}, {by}, first", square.name);
            problems.push(Problem::new(name, square.model(), order, None)?.first());
        }
    }
    Ok(problems)
}

impl Models {
    fn race(
        &mut self,
        problem: &Problem,
        level: Consistency,
        rivals: &[Rival],
        rounds: usize,
        folder: &Folder,
    ) -> Result<(), String> {
        let title = format!("{}, {level}", problem.name);
        let file = folder.write("model.txt", &line(problem, level)?)?;
        let mut runs: Vec<Vec<Run>> = vec![Vec::new(); rivals.len() + OURS.len()];
        let mut order: Vec<usize> = (0..runs.len()).collect();
        let mut random = Random::new(0x0005_eed5);
        for _ in 0..rounds {
            random.shuffle(&mut order);
            for &at in &order {
                let run = match at {
                    0 => depth_first(problem, level),
                    1 => by_default(problem, level),
                    _ => theirs(&rivals[at - OURS.len()], &file)?,
                };
                runs[at].push(run);
            }
        }
        let first = runs[0].clone();
        let ours = first.iter().find_map(|run| run.counts).map(|counts| counts.solutions);
        let expected = problem.expected.or(ours).ok_or_else(|| format!("{title}: there is no run"))?;
        let names = OURS.into_iter().chain(rivals.iter().map(Rival::name));
        for (name, runs) in names.zip(runs) {
            if let Some(found) = other_count(&runs, expected) {
                self.contradictions.push(format!("{title}: {name} finds {found} solutions, not {expected}"));
            }
            let ratios = runs.iter().zip(&first).map(|(own, first)| own.seconds / first.seconds).collect();
            self.rows.push(Row { title: title.clone(), solver: name.to_owned(), runs, ratios });
        }
        Ok(())
    }
}

/// A number of solutions that is not the expected one, of a run that was finished.
fn other_count(runs: &[Run], expected: u64) -> Option<u64> {
    runs.iter().filter_map(|run| run.counts).map(|counts| counts.solutions).find(|&found| found != expected)
}

/// The two searches of residua.
const OURS: [&str; 2] = ["residua", "residua, by default"];

/// The time that a search of residua has; rivals have their own limits.
const LONGEST: Duration = Duration::from_secs(10);

/// The depth-first search of residua's general engine.
fn depth_first(problem: &Problem, level: Consistency) -> Run {
    let options = SolverOptions::default().consistency(level);
    let mut solver = Solver::new(&problem.model, options);
    let is_possible = solver.propagate().is_ok();
    let branched = Ordered::new(&problem.vars, problem.order, ValueOrder::Ascending);
    let mut dfs = Dfs::new(vec![Box::new(branched)], Limits::none().time(LONGEST));
    let start = ThreadTime::now();
    while is_possible && dfs.advance(&mut solver) && problem.wanted == Wanted::All {}
    finished(dfs.statistics(), problem, dfs.status().is_some_and(|status| status != Status::Exhausted), start)
}

/// The search that a user gets who says in which order to decide, and nothing else: making the solver is in its time.
fn by_default(problem: &Problem, level: Consistency) -> Run {
    let search = problem.model.search().consistency(level).branch(&problem.vars, problem.order, ValueOrder::Ascending);
    let start = ThreadTime::now();
    let mut solutions = search.limits(Limits::none().time(LONGEST)).solutions();
    while solutions.advance() && problem.wanted == Wanted::All {}
    let is_stopped = solutions.status().is_some_and(|status| status != Status::Exhausted);
    finished(solutions.statistics(), problem, is_stopped, start)
}

/// What a search of residua came to that began at `start`.
fn finished(statistics: Statistics, problem: &Problem, is_stopped: bool, start: ThreadTime) -> Run {
    let Statistics { solutions, nodes, failures, .. } = statistics;
    let seconds = start.elapsed().as_secs_f64();
    let is_finished = !is_stopped || problem.wanted == Wanted::First && solutions > 0;
    Run { counts: is_finished.then_some(Counts { solutions, nodes, failures }), seconds }
}

fn theirs(rival: &Rival, file: &Path) -> Result<Run, String> {
    let lines = rival.lines(file)?;
    let run = lines.first().and_then(|line| Run::parse(line));
    run.ok_or_else(|| format!("{}: expected four numbers, or - and one, found {lines:?}", rival.name()))
}

/// The problem as a rival reads it.
fn line(problem: &Problem, level: Consistency) -> Result<String, String> {
    let model = &problem.model;
    let order = match problem.order {
        VariableOrder::Input => "input",
        VariableOrder::DomWdeg => "dom-wdeg",
        _ => "first-fail",
    };
    let wanted = if problem.wanted == Wanted::All { "all" } else { "first" };
    let mut line = format!("level {level} order {order} find {wanted} variables {}", model.vars().len());
    for domain in model.domains() {
        let ends = domain.min().zip(domain.max()).ok_or("a domain is empty")?;
        // Writing to a string cannot fail.
        let _ = write!(line, " {} {}", ends.0, ends.1);
    }
    let _ = write!(line, " branch {}", problem.vars.len());
    for var in &problem.vars {
        let _ = write!(line, " {}", var.index());
    }
    let _ = write!(line, " constraints {}", model.constraints().len());
    for (_, constraint) in model.constraints() {
        line.push_str(&words(&**constraint).ok_or_else(|| format!("{constraint:?} cannot be written"))?);
    }
    line.push('\n');
    Ok(line)
}

/// A constraint as a rival reads it; `None` if it cannot be written.
fn words(constraint: &dyn Constraint) -> Option<String> {
    let mut words = String::new();
    // Writing to a string cannot fail.
    if let Some(table) = constraint.as_any().downcast_ref::<Table>() {
        if table.listed != Listed::Allowed {
            return None;
        }
        let _ = write!(words, " table {}", table.rows.len());
        words += &plain(&table.views)?;
        for row in 0..table.rows.len() {
            for column in 0..table.rows.width() {
                let _ = write!(words, " {}", table.rows.cell(row, column)?);
            }
        }
    } else if let Some(Regular { views, automaton }) = constraint.as_any().downcast_ref() {
        let transitions = automaton.transitions();
        let start = automaton.starts().next().filter(|_| automaton.starts().len() == 1)?;
        let _ = write!(words, " regular {start} {}", transitions.len());
        for (from, value, to) in transitions {
            let _ = write!(words, " {from} {value} {to}");
        }
        let ends: Vec<usize> =
            (0..automaton.states()).filter(|&state| automaton.is_accepting(state)).collect();
        let _ = write!(words, " {}", ends.len());
        for end in ends {
            let _ = write!(words, " {end}");
        }
        words += &plain(views)?;
    } else if let Some(Calculation { operation: Operation::Distance, arguments, result }) =
        constraint.as_any().downcast_ref()
    {
        let _ = write!(words, " distance{}", plain(&[arguments[0], arguments[1], *result])?);
    } else {
        match constraint.statement()? {
            Statement::AllDifferent(views) if views.iter().all(|view| view.scale() == 1) => {
                let _ = write!(words, " different {}", views.len());
                for view in views {
                    let _ = write!(words, " {} {}", view.offset(), view.var.index());
                }
            }
            Statement::Linear(linear) => {
                let relation = match linear.relation() {
                    LinearRelation::Equal => "equal",
                    LinearRelation::AtMost => "at-most",
                    LinearRelation::Different => "unequal",
                };
                let _ = write!(words, " {relation} {}", linear.terms().len());
                for &(factor, var) in linear.terms() {
                    let _ = write!(words, " {factor} {}", var.index());
                }
                let _ = write!(words, " {}", linear.constant());
            }
            _ => return None,
        }
    }
    Some(words)
}

/// How many variables, and their numbers; `None` if one is shifted or scaled.
fn plain(views: &[IntView]) -> Option<String> {
    let is_plain = views.iter().all(|view| view.scale() == 1 && view.offset() == 0);
    let numbers = views.iter().map(|view| format!(" {}", view.var.index()));
    is_plain.then(|| format!(" {}{}", views.len(), numbers.collect::<String>()))
}

impl Report for Models {
    fn is_consistent(&self) -> bool {
        self.contradictions.is_empty()
    }
}

impl fmt::Display for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### Models\n")?;
        writeln!(
            f,
            "| model | solver | solutions | nodes | dead ends | seconds | least | ratio | least | greatest |"
        )?;
        writeln!(f, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        for Row { title, solver, runs, ratios } in &self.rows {
            let seconds = sorted(runs.iter().map(|run| run.seconds));
            let ratios = sorted(ratios.iter().copied());
            let (Some(run), Some(&quickest)) = (runs.first(), seconds.first()) else { continue };
            let (Some(&least), Some(&greatest)) = (ratios.first(), ratios.last()) else { continue };
            let [middle, quickest, ratio, least, greatest] =
                [median(&seconds), quickest, median(&ratios), least, greatest].map(Short);
            // As in the other races, what was stopped would have taken longer.
            let more = if runs.iter().all(|run| run.counts.is_some()) { "" } else { "> " };
            match run.counts {
                Some(Counts { solutions, nodes, failures }) => {
                    write!(f, "| {title} | {solver} | {solutions} | {nodes} | {failures} ")?;
                }
                None => write!(f, "| {title} | {solver} | – | – | – ")?,
            }
            writeln!(f, "| {more}{middle} | {quickest} | {more}{ratio} | {least} | {greatest} |")?;
        }
        self.contradictions.iter().try_for_each(|what| writeln!(f, "\n**{what}**"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_finished_or_was_stopped() {
        let counts = Some(Counts { solutions: 92, nodes: 7, failures: 3 });
        assert_eq!(Run::parse("92 7 3 0.5"), Some(Run { counts, seconds: 0.5 }));
        assert_eq!(Run::parse("- 20"), Some(Run { counts: None, seconds: 20.0 }));
        for line in ["-", "92", "92 7 3", "- 7 3 0.5", "92 7 3 0.5 1", "92 0.5"] {
            assert_eq!(Run::parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_run_that_was_stopped_contradicts_nothing() {
        let finished =
            |solutions| Run { counts: Some(Counts { solutions, nodes: 0, failures: 0 }), seconds: 1.0 };
        let stopped = Run { counts: None, seconds: 20.0 };
        assert_eq!(other_count(&[finished(92), stopped], 92), None);
        assert_eq!(other_count(&[stopped, finished(92), finished(91)], 92), Some(91));
    }

    #[test]
    fn what_was_stopped_took_longer() {
        let written = |counts| {
            let runs = vec![Run { counts, seconds: 20.0 }];
            let row =
                Row { title: "a model".to_owned(), solver: "a rival".to_owned(), runs, ratios: vec![10.0] };
            Models { rows: vec![row], contradictions: Vec::new() }.to_string()
        };
        let counts = Some(Counts { solutions: 92, nodes: 7, failures: 3 });
        assert!(written(counts).contains("| 92 | 7 | 3 | 20.0 | 20.0 | 10.0 | 10.0 | 10.0 |"));
        assert!(written(None).contains("| – | – | – | > 20.0 | 20.0 | > 10.0 | 10.0 | 10.0 |"));
    }
}
