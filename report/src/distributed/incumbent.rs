//! The best value that workers know of, who share it through a file in their folder.
//!
//! Of several optimal solutions, the first in the order of search is the answer, whichever worker is faster: solutions that are as
//! good as the best known one are looked for in its own subproblem and those before it, and only better ones in those after it. So a
//! report that is lost is made again, too.
//!
//! The file is written once the report is kept, and names it: a solution without a report would be missing in every answer.

use std::fs;
use std::io;
use std::path::PathBuf;

use residua::subproblem::{Digest, Found, Report};
use serde::{Deserialize, Serialize};

use crate::distributed::reports::Folder;
use crate::json::write_object;

/// The name of the file.
const FILE: &str = "best";

/// A solution: its value, the report that has it, by the digest of its subproblem, and the number of the subproblem that has it, among those of the split. Where a first solution is looked for, all
/// are equally good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Best {
    task: Digest,
    value: i64,
    of: Digest,
    part: Option<u32>,
}

impl Best {
    /// The best solution of a report, if it has one.
    fn of(report: &Report) -> Option<Best> {
        let value = match &report.found {
            Found::Best(Some((value, _))) => *value,
            Found::Solutions(solutions) if !solutions.is_empty() => 0,
            _ => return None,
        };
        Some(Best { task: report.task, value, of: report.of, part: report.id.first().copied() })
    }
}

/// What is known of the best solution.
#[derive(Debug)]
pub(crate) struct Incumbent {
    task: Digest,
    is_maximum: bool,
    /// A value for which others have a solution.
    given: Option<i64>,
    best: Option<Best>,
    shared: Option<(Folder, PathBuf)>,
}

impl Incumbent {
    pub(crate) fn new(
        task: Digest,
        is_maximum: bool,
        given: Option<i64>,
        folder: Option<&Folder>,
    ) -> Incumbent {
        let shared = folder.map(|folder| (folder.clone(), folder.path().join(FILE)));
        Incumbent { task, is_maximum, given, best: None, shared }
    }

    /// Whether there is a solution.
    pub(crate) fn is_some(&mut self) -> bool {
        self.read();
        self.best.is_some()
    }

    /// The value than which solutions of a subproblem have to be better.
    pub(crate) fn before(&mut self, id: &[u32]) -> Option<i64> {
        self.read();
        let part = id.first().copied();
        let below = self.best.map(|best| match (part <= best.part, self.is_maximum) {
            (false, _) => best.value,
            (true, false) => best.value.saturating_add(1),
            (true, true) => best.value.saturating_sub(1),
        });
        match (below, self.given) {
            (Some(below), Some(given)) if self.is_maximum => Some(below.max(given)),
            (Some(below), Some(given)) => Some(below.min(given)),
            (below, given) => below.or(given),
        }
    }

    /// Takes note of a report.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn see(&mut self, report: &Report) -> io::Result<()> {
        let Some(found) = Best::of(report) else { return Ok(()) };
        if !self.learn(found) {
            return Ok(());
        }
        let (Some(best), Some((folder, path))) = (&self.best, &self.shared) else { return Ok(()) };
        folder.replace(path, |file| write_object(file, best))
    }

    /// Reads what others have found. A file of another task, or none, says nothing, and neither does one whose report is not there: it may
    /// have been lost since.
    fn read(&mut self) {
        let Some((folder, path)) = &self.shared else { return };
        let best = fs::read(path).ok().and_then(|text| serde_json::from_slice::<Best>(&text).ok());
        let Some(best) = best.filter(|best| best.task == self.task && Some(*best) != self.best) else {
            return;
        };
        if folder.report(best.of, self.task).and_then(|report| Best::of(&report)) == Some(best) {
            self.learn(best);
        }
    }

    /// Whether it is better than what was known, or equally good and before it.
    fn learn(&mut self, found: Best) -> bool {
        let key = |best: &Best| {
            let value = i128::from(best.value);
            (if self.is_maximum { -value } else { value }, best.part)
        };
        let is_better = self.best.is_none_or(|best| key(&found) < key(&best));
        if is_better {
            self.best = Some(found);
        }
        is_better
    }
}
