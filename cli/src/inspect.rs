//! `residua inspect`: what is left of a puzzle.

use std::io::{self, Write};
use std::process::ExitCode;

use residua::inspect::{Count, Inspection, Residual, Strength, Verdict};
use residua::model::{IntVar, Model, Solution};
use residua::search::Limits;
use residua::sudoku::{Geometry, Puzzle, render};
use serde::Serialize;

use crate::answer::now;
use crate::args::Inspect;
use crate::count::describe;
use crate::each::{self, End, Found};

pub(crate) fn run(arguments: &Inspect) -> ExitCode {
    each::run(&arguments.inputs, |found, limits, output| {
        if arguments.compare {
            return compare(found, limits, output);
        }
        let start = now();
        let model = found.puzzle.model();
        let inspection = model.inspect(arguments.strength, limits);
        let count = arguments.count.then(|| model.count(limits));
        if arguments.json {
            let seconds = start.elapsed().as_secs_f64();
            write_json(output, found, &model, &inspection, count.as_ref(), seconds)?;
        } else {
            write_text(output, found, &model, &inspection, count.as_ref())?;
        }
        Ok(match inspection.verdict {
            Verdict::None => End::Refuted,
            Verdict::Unknown(..) => End::Stopped,
            _ if inspection.stopped.is_some() => End::Stopped,
            _ => End::Answered,
        })
    })
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Unique(_) => "unique",
        Verdict::Multiple(..) => "multiple",
        Verdict::None => "none",
        Verdict::Unknown(..) => "unknown",
    }
}

fn witnesses(verdict: &Verdict) -> Vec<&Solution> {
    match verdict {
        Verdict::Unique(one) | Verdict::Unknown(_, Some(one)) => vec![one],
        Verdict::Multiple(one, other) => vec![one, other],
        Verdict::None | Verdict::Unknown(_, None) => Vec::new(),
    }
}

/// A line for each strength: candidates left, cells fixed, time.
fn compare(found: &Found<'_>, limits: &Limits, output: &mut dyn Write) -> io::Result<End> {
    let model = found.puzzle.model();
    writeln!(output, "{}:{}", found.file, found.line)?;
    writeln!(
        output,
        "{:<10} {:>10} {:>6} {:>9} {:>10}",
        "strength", "candidates", "fixed", "searches", "seconds"
    )?;
    let mut end = End::Answered;
    for strength in Strength::ALL {
        let start = now();
        let inspection = model.inspect(strength, limits);
        let seconds = start.elapsed().as_secs_f64();
        let (candidates, fixed) =
            inspection.residual.as_ref().map_or((0, 0), |residual| size(&model, residual));
        let note = if inspection.stopped.is_some() { "  (a limit came first)" } else { "" };
        let searches = inspection.searches;
        writeln!(output, "{strength:<10} {candidates:>10} {fixed:>6} {searches:>9} {seconds:>10.6}{note}")?;
        end = match inspection.verdict {
            Verdict::None => End::Refuted,
            Verdict::Unknown(..) => End::Stopped,
            _ => end,
        };
    }
    writeln!(output)?;
    Ok(end)
}

/// How many candidates are left, and how many cells are fixed.
fn size(model: &Model, residual: &Residual) -> (u64, usize) {
    (model.vars().map(|var| residual.domain(var).size()).sum(), residual.definite().count())
}

fn write_text(
    output: &mut dyn Write,
    found: &Found<'_>,
    model: &Model,
    inspection: &Inspection,
    count: Option<&Count>,
) -> io::Result<()> {
    let (puzzle, geometry) = (found.puzzle, found.puzzle.geometry());
    let counted = count.map_or_else(String::new, |count| format!(": {}", describe(count)));
    writeln!(output, "{}:{}  {}{counted}", found.file, found.line, word(&inspection.verdict))?;
    let Some(residual) = &inspection.residual else {
        return writeln!(output, "`residua conflict` names givens that clash\n");
    };
    let (candidates, fixed) = size(model, residual);
    let reached = inspection.stopped.map_or_else(
        || format!("strength {}", inspection.strength),
        |limit| format!("strength {}, as far as the limit on {limit} allowed", inspection.strength),
    );
    writeln!(output, "{reached}; {} searches", inspection.searches)?;
    writeln!(output, "definite: {fixed} of {} cells, {} of them given", geometry.cells(), puzzle.clues())?;
    writeln!(output, "left in the cells: {candidates} candidates")?;
    write!(output, "{}", marked(geometry, model, inspection, residual))?;
    write_rules(output, model, residual)?;
    for (number, part) in inspection.components.iter().enumerate() {
        let names: Vec<String> = part.iter().map(|&var| model.name(var)).collect();
        writeln!(output, "part {}: {} cells: {}", number + 1, part.len(), names.join(" "))?;
    }
    if let Verdict::Multiple(one, other) = &inspection.verdict {
        let differ: Vec<IntVar> = model.vars().filter(|&var| one[var] != other[var]).collect();
        writeln!(output, "two solutions, which differ in {} cells:", differ.len())?;
        let grids = [one, other].map(|solution| render::boxed(geometry, solution.values()));
        for (left, right) in grids[0].lines().zip(grids[1].lines()) {
            writeln!(output, "{left}   {right}")?;
        }
        let names: Vec<String> = differ.into_iter().map(|var| model.name(var)).collect();
        writeln!(output, "they differ in {}", names.join(" "))?;
    }
    writeln!(output)
}

fn write_rules(output: &mut dyn Write, model: &Model, residual: &Residual) -> io::Result<()> {
    for alias in &residual.aliases {
        writeln!(output, "{} = {}", model.name(alias.var), model.name_view(alias.is))?;
    }
    let rules: Vec<String> = residual.constraints().collect();
    writeln!(output, "left of the rules: {} constraints", rules.len())?;
    rules.iter().try_for_each(|rule| writeln!(output, "  {rule}"))
}

/// The pencil marks. After a limit, a line says how many of them are only not refuted.
fn marked(geometry: Geometry, model: &Model, inspection: &Inspection, residual: &Residual) -> String {
    let vars: Vec<IntVar> = model.vars().collect();
    let grid = render::pencil(geometry, |cell| residual.domain(vars[cell]).iter().collect());
    let unknown = |&var: &IntVar| {
        let values = residual.domain(var).iter();
        values.filter(|&value| inspection.is_possible(var, value).is_none()).count()
    };
    let open: usize = vars.iter().map(unknown).sum();
    if inspection.strength == Strength::Exact && open > 0 {
        return format!(
            "{grid}{open} of the candidates are unknown: neither found in a solution nor refuted\n"
        );
    }
    grid
}

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    line: usize,
    #[serde(rename = "box")]
    geometry: String,
    givens: &'a [i32],
    verdict: &'static str,
    strength: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    witnesses: Vec<&'a [i32]>,
    domains: Vec<Vec<i32>>,
    candidates: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<Vec<Vec<&'static str>>>,
    backbone: Vec<String>,
    aliases: Vec<[String; 2]>,
    residual: Vec<String>,
    components: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_is_exact: Option<bool>,
    searches: u64,
    seconds: f64,
}

fn write_json(
    output: &mut dyn Write,
    found: &Found<'_>,
    model: &Model,
    inspection: &Inspection,
    count: Option<&Count>,
    seconds: f64,
) -> io::Result<()> {
    let puzzle: &Puzzle = found.puzzle;
    let residual = inspection.residual.as_ref();
    let values = |var: IntVar| residual.map_or_else(Vec::new, |r| r.domain(var).iter().collect::<Vec<i32>>());
    let state = |var: IntVar, value: i32| match inspection.is_possible(var, value) {
        Some(true) => "possible",
        Some(false) => "impossible",
        None => "unknown",
    };
    let states = |var: IntVar| values(var).into_iter().map(|value| state(var, value)).collect();
    let names = |vars: &[IntVar]| vars.iter().map(|&var| model.name(var)).collect::<Vec<String>>();
    let aliases = residual.map_or_else(Vec::new, |residual| {
        let pairs = residual.aliases.iter();
        pairs.map(|alias| [model.name(alias.var), model.name_view(alias.is)]).collect()
    });
    let object = Object {
        file: found.file,
        line: found.line,
        geometry: puzzle.geometry().to_string(),
        givens: puzzle.givens(),
        verdict: word(&inspection.verdict),
        strength: inspection.strength.to_string(),
        stopped: inspection.stopped.map(|limit| limit.to_string()),
        witnesses: witnesses(&inspection.verdict).into_iter().map(Solution::values).collect(),
        domains: model.vars().map(values).collect(),
        candidates: residual.map_or(0, |residual| size(model, residual).0),
        states: inspection.stopped.map(|_| model.vars().map(states).collect()),
        backbone: residual.map_or_else(Vec::new, |r| r.definite().map(|(var, _)| model.name(var)).collect()),
        aliases,
        residual: residual.map_or_else(Vec::new, |residual| residual.constraints().collect()),
        components: inspection.components.iter().map(|part| names(part)).collect(),
        count: count.map(|count| count.number().to_string()),
        count_is_exact: count.map(Count::is_exact),
        searches: inspection.searches,
        seconds,
    };
    serde_json::to_writer(&mut *output, &object)?;
    writeln!(output)
}
