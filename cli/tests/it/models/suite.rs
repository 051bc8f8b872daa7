//! Small models of MiniZinc's own tests, with their solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use residua::model::Model;
use residua::search::{Limits, Status};
use residua_flatzinc::{Problem, Program, Term};

use crate::models::say;

/// MiniZinc's own tests, compiled: `RESIDUA_MZNSPEC`, or beside the project. They are not part of it.
pub(super) fn folder() -> Option<PathBuf> {
    let given = std::env::var_os("RESIDUA_MZNSPEC").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/mznspec/fzn");
    let folder = given.unwrap_or_else(beside);
    if !folder.is_dir() {
        say(&format!("not tried: there is no {}", folder.display()));
        return None;
    }
    Some(folder)
}

/// A model with its solutions, as the output shows them.
pub(super) struct Small {
    pub(super) path: String,
    pub(super) text: String,
    pub(super) names: Vec<String>,
    /// By solution: the value of each name.
    pub(super) solutions: BTreeSet<Vec<String>>,
    /// By name in the file: the values that an integer variable has in all solutions, and those that it is declared with.
    pub(super) raw: BTreeMap<String, [BTreeSet<i32>; 2]>,
}

/// What is enumerated: more takes too long.
const MOST: u64 = 500;

fn all(model: &Model) -> Option<Vec<residua::model::Solution>> {
    let limits = Limits::none().solutions(MOST).nodes(2000);
    let mut solutions = model.search().limits(limits).solutions();
    let found: Vec<_> = solutions.by_ref().collect();
    (solutions.status() == Some(Status::Exhausted)).then_some(found)
}

impl Small {
    fn read(path: &Path) -> Option<Small> {
        let text = fs::read_to_string(path).ok()?;
        let (problem, trace) = Problem::read_traced(&text).ok()?;
        let found = all(&problem.model)?;
        let terms = problem.terms();
        let value = |term: &Term, solution: &residua::model::Solution| match term {
            Term::Number(number) => number.to_string(),
            Term::Known(known) => known.to_string(),
            Term::Wide(wide) => wide.value(solution).to_string(),
            Term::View(view) => solution.view(*view).to_string(),
            Term::Atom(atom) => atom.allows(solution[atom.var()]).to_string(),
        };
        let shown = |solution| terms.iter().map(|(_, term)| value(term, solution)).collect();
        let solutions = found.iter().map(shown).collect();
        let program = Program::parse(&text).ok()?;
        let mut raw = BTreeMap::new();
        for item in program.declarations.iter().filter(|item| item.is_var && item.array.is_none()) {
            if let Some(Term::View(view)) = trace.term(item.name)
                && problem.model.domain(view.var).size() <= 50
            {
                let left = found.iter().map(|solution| solution[view.var]).collect();
                let declared = problem.model.domain(view.var).iter().collect();
                let _ = raw.insert(item.name.to_owned(), [left, declared]);
            }
        }
        let names = terms.into_iter().map(|(name, _)| name).collect();
        Some(Small { path: path.to_str()?.to_owned(), text, names, solutions, raw })
    }

    /// The values that a name has, with the number of solutions that have each.
    pub(super) fn marginals(&self, at: usize) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for solution in &self.solutions {
            *counts.entry(solution[at].as_str()).or_default() += 1;
        }
        counts
    }
}

/// The models of the suite that are small, each read once for all tests.
pub(super) fn small() -> impl Iterator<Item = &'static Small> {
    static SMALL: OnceLock<Vec<(PathBuf, OnceLock<Option<Small>>)>> = OnceLock::new();
    let all = SMALL.get_or_init(|| {
        let entries = folder().map(|folder| fs::read_dir(folder).expect("a folder")).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|end| end == "fzn"))
            .filter(|path| path.metadata().is_ok_and(|data| data.len() < 20_000))
            .collect();
        paths.sort();
        paths.into_iter().map(|path| (path, OnceLock::new())).collect()
    });
    let read = all.iter().filter_map(|(path, small)| small.get_or_init(|| Small::read(path)).as_ref());
    read.filter(|small| !small.names.is_empty())
}
