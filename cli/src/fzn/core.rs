//! Unsatisfiable core of the assumptions.

use std::time::Duration;

use residua::search::Limits;
use residua_flatzinc::Problem;

/// How long it takes to leave out of the core what is not needed: as long as the search took, and at least that long.
const LEAST: Duration = Duration::from_secs(1);

/// The line that tells MiniZinc which; nothing, if nothing is assumed. Where it takes much longer than what was `spent` to find out which
/// can be left out, it names all.
pub(crate) fn line(problem: &Problem, spent: Duration) -> String {
    let assumptions = problem.assumptions();
    if assumptions.is_empty() {
        return String::new();
    }
    let is_assumed = |id| assumptions.binary_search_by_key(&id, |(_, assumed)| *assumed).is_ok();
    // The flag of the search may be up: threads that are no longer needed stop by it.
    let limits = Limits::none().time(Some(spent.max(LEAST)));
    let clash = problem.model.conflict(is_assumed, &limits).ok().flatten();
    let is_of_it = |id| clash.as_ref().is_none_or(|clash| clash.contains(id));
    core(assumptions.iter().filter(|(_, id)| is_of_it(id)).map(|(name, _)| name.as_str()))
}

/// The line that names all assumptions, which is true before it is known which clash.
pub(crate) fn line_of_all(problem: &Problem) -> String {
    match problem.assumptions() {
        [] => String::new(),
        all => core(all.iter().map(|(name, _)| name.as_str())),
    }
}

fn core<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("%%%mzn-core: [{}]\n", names.collect::<Vec<_>>().join(", "))
}
