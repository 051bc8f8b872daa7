//! What is left of a variant puzzle, as text.

use std::collections::BTreeSet;
use std::io::{self, Write};

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::inspect::{Residual, Strength};
use residua::model::IntVar;

use crate::asking::Asking;
use crate::budget::Budget;
use crate::subject::Subject;
use crate::variants::sheet::Sheet;
use crate::words::counted;

/// Writes what propagation leaves of a puzzle.
pub(crate) fn write_left(
    subject: &Subject,
    sheet: &Sheet,
    consistency: Consistency,
    asking: &Asking<'_>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let strength = match consistency {
        Consistency::Value => Strength::Value,
        Consistency::Bounds => Strength::Bounds,
        Consistency::Domain => Strength::Domain,
    };
    let mut numbered = subject.model.clone();
    for (id, _) in subject.model.constraints() {
        numbered.name_constraint(id, &id.index().to_string());
    }
    let inspection =
        subject.inspection(&numbered, (strength, None), &Budget::limited(&asking.limits).rest(), asking);
    let Some(residual) = &inspection.residual else { return Ok(()) };
    write_residual(subject, sheet, residual, numbers_left(residual), output)
}

/// The numbers of the constraints that are left, by which they are called.
pub(crate) fn numbers_left(residual: &Residual) -> impl Iterator<Item = usize> + '_ {
    let constraints = residual.model.constraints().skip(residual.aliases.len());
    constraints.filter_map(|(id, _)| residual.model.given_name(id)?.parse().ok())
}

/// Writes the candidates of each cell, and the rules that still say something.
///
/// `left` is the number in the subject's model of each constraint of the residual that is left, as far as it is one of them.
pub(crate) fn write_residual(
    subject: &Subject,
    sheet: &Sheet,
    residual: &Residual,
    left: impl Iterator<Item = usize>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let vars: Vec<IntVar> = residual.model.vars().take(sheet.cells().len()).collect();
    let domains: Vec<&Domain> = vars.iter().map(|&var| residual.domain(var)).collect();
    let fixed = domains.iter().filter(|domain| domain.is_fixed()).count();
    writeln!(output, "fixed cells: {fixed}/{} ({})", domains.len(), counted(sheet.givens(), "given"))?;
    let candidates: u64 = domains.iter().map(|domain| domain.size()).sum();
    writeln!(output, "candidates: {candidates} in {}", counted(domains.len(), "cell"))?;
    let by_cell = sheet.by_cell(domains.iter().map(|domain| domain.iter().collect::<Vec<i32>>()));
    let pencil = sheet.puzzle.pencil(|cell| by_cell[cell].clone().unwrap_or_default());
    write!(output, "{pencil}")?;
    if !residual.aliases.is_empty() {
        let model = &residual.model;
        let pairs = residual.aliases.iter().filter(|alias| alias.var.index() < vars.len());
        let pairs = pairs.map(|alias| format!("{} = {}", model.name(alias.var), model.name_view(alias.is)));
        writeln!(output, "equal cells: {}", pairs.collect::<Vec<_>>().join(", "))?;
    }
    let (houses, rules) = rules_left(subject, sheet, left);
    let of = if rules.is_empty() { "" } else { ":" };
    let rows = counted(houses, "row, column or region").replace("regions", "region");
    let rows = if houses == 1 { rows } else { format!("{houses} rows, columns and regions") };
    writeln!(output, "rules left: {rows}, {}{of}", counted(rules.len(), "other"))?;
    rules.iter().try_for_each(|rule| writeln!(output, "  {rule}"))
}

/// So many parts of a rule of the whole grid are named.
const MOST_PARTS: usize = 5;

/// How many rows, columns and regions are left, and the names of the other rules that are.
pub(crate) fn rules_left(
    subject: &Subject,
    sheet: &Sheet,
    left: impl Iterator<Item = usize>,
) -> (usize, Vec<String>) {
    let soft = subject.soft();
    let ids: Vec<_> = subject.model.constraints().map(|(id, _)| id).collect();
    let (mut houses, mut rules, mut seen) = (0, Vec::new(), BTreeSet::new());
    for number in left.filter(|number| seen.insert(*number)) {
        match ids.get(number).and_then(|&id| subject.model.given_name(id)) {
            Some(name) if soft.contains(&number) => rules.push(name.to_owned()),
            _ => houses += 1,
        }
    }
    (houses, parts_together(sheet, rules))
}

/// Names of rules, where of rules of the whole grid with many parts, such as chess moves, it is said how many these are.
pub(crate) fn parts_together(sheet: &Sheet, mut rules: Vec<String>) -> Vec<String> {
    let wide = sheet.puzzle.rules().iter().filter(|rule| rule.groups().is_empty() && rule.parts().is_empty());
    for title in wide.map(residua_variant::Rule::title).collect::<BTreeSet<String>>() {
        let is_part = |name: &String| name.strip_prefix(&title).is_some_and(|rest| rest.starts_with(": "));
        let count = rules.iter().filter(|name| is_part(name)).count();
        if count > MOST_PARTS
            && let Some(first) = rules.iter().position(is_part)
        {
            rules[first] = format!("{title}, in {count} places");
            rules.retain(|name| !is_part(name));
        }
    }
    rules
}
