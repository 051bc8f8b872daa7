//! Progress of a search as text, for a host that shows it while the search goes on; also of several searches that race for one answer.

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use residua::search::{Limits, SearchProgress};

use crate::clock::now;

/// The newest progress of a search, or of each of several that race.
#[derive(Clone, Debug)]
pub struct Watched(Arc<Mutex<Newest>>);

#[derive(Debug)]
struct Newest {
    start: Instant,
    /// Whether great values of the objective are good.
    is_maximum: bool,
    /// By search.
    progress: Vec<Option<SearchProgress>>,
}

/// The time between two reports.
const EVERY: Duration = Duration::from_millis(250);

impl Default for Watched {
    fn default() -> Watched {
        Watched::new(false)
    }
}

impl Watched {
    /// Nothing yet of searches for the least value of an objective, or for the greatest one.
    pub fn new(is_maximum: bool) -> Watched {
        Watched(Arc::new(Mutex::new(Newest { start: now(), is_maximum, progress: Vec::new() })))
    }

    /// The limits of a search that is watched from now on.
    pub fn limits(&self, limits: Limits) -> Limits {
        self.limits_of(0, limits)
    }

    /// The limits of one of several searches that race, by its number.
    pub fn limits_of(&self, search: usize, limits: Limits) -> Limits {
        let watched = self.clone();
        limits.watch(EVERY, move |progress| {
            let all = &mut watched.lock().progress;
            if all.len() <= search {
                all.resize(search + 1, None);
            }
            all[search] = Some(*progress);
        })
    }

    /// Begins anew, with another search within the same limits.
    pub(crate) fn restart(&self) {
        let mut newest = self.lock();
        (newest.start, newest.progress) = (now(), Vec::new());
    }

    fn lock(&self) -> MutexGuard<'_, Newest> {
        // It is replaced as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of the progress, to be put after other words: how much of the tree is closed, nodes and nodes a second, how many
    /// there will be, and how good solutions are, where `show` writes the value of an objective. Empty at first.
    pub fn text(&self, show: impl Fn(i64) -> String) -> String {
        let newest = self.lock();
        let (start, Some(progress)) = (newest.start, newest.of_all()) else { return String::new() };
        drop(newest);
        let mut text = String::new();
        if let Some(closed) = progress.closed {
            // To write into text does not fail.
            let _ = write!(text, ", {} closed", percent(closed));
        }
        text += &nodes(progress.statistics.nodes, progress.expected_nodes, start);
        if let (None, Some(open)) = (progress.closed, progress.open) {
            let _ = write!(text, ", {open} subproblems open");
        }
        if let Some(best) = progress.best {
            let _ = write!(text, ", best {}", show(best));
        }
        if let Some(bound) = progress.bound {
            let _ = write!(text, ", bound {}", show(bound));
        }
        text
    }
}

impl Newest {
    /// That of all searches together: what they have done, how far the furthest is, and the best that any knows.
    fn of_all(&self) -> Option<SearchProgress> {
        self.progress.iter().flatten().copied().reduce(|one, other| {
            let (furthest, later) = if other.closed > one.closed { (other, one) } else { (one, other) };
            let statistics = furthest.statistics.and(&later.statistics);
            // While the furthest one closes its tree, the others go on as before.
            let more = statistics.nodes as f64 / (furthest.statistics.nodes as f64).max(1.0);
            let mut all = furthest;
            all.statistics = statistics;
            all.expected_nodes = furthest.expected_nodes.map(|nodes| nodes * more);
            let (high, low) = (i64::max as fn(i64, i64) -> i64, i64::min as fn(i64, i64) -> i64);
            let (better, tighter) = if self.is_maximum { (high, low) } else { (low, high) };
            all.best = either(one.best, other.best, better);
            all.bound = either(one.bound, other.bound, tighter);
            all
        })
    }
}

/// The one that is known, or that of both which is preferred.
fn either(one: Option<i64>, other: Option<i64>, prefer: fn(i64, i64) -> i64) -> Option<i64> {
    one.zip(other).map(|(one, other)| prefer(one, other)).or(one).or(other)
}

/// A share: `12 %`, or more digits of one that is small.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        large if large >= 1.0 => format!("{large:.0} %"),
        small if small >= 0.01 => format!("{small:.2} %"),
        tiny => format!("{tiny:.0e} %"),
    }
}

/// Nodes so far, how many a second, and how many are expected in all.
pub(crate) fn nodes(nodes: u64, expected: Option<f64>, start: Instant) -> String {
    let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-3);
    let of = expected.map_or_else(String::new, |expected| format!(" of about {expected:.0e}"));
    format!(", {nodes} nodes{of} ({rate:.0}/s)")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of one search, and of two that race, of which the second one is further.
    #[test]
    fn what_is_known_of_all_is_shown() {
        let watched = Watched::new(true);
        assert_eq!(watched.text(|value| value.to_string()), "");
        let tell = |search: usize, closed: f64, nodes: u64, (best, bound): (i64, i64)| {
            let mut progress = SearchProgress::default();
            progress.statistics.nodes = nodes;
            (progress.closed, progress.expected_nodes) = (Some(closed), Some(nodes as f64 / closed));
            (progress.best, progress.bound) = (Some(best), Some(bound));
            let mut newest = watched.lock();
            newest.progress.resize(2, None);
            newest.progress[search] = Some(progress);
        };
        let text = || watched.text(|value| (2 * value).to_string());
        tell(0, 0.25, 500, (7, 12));
        assert!(text().starts_with(", 25 % closed, 500 nodes of about 2e3 ("), "{}", text());
        assert!(text().ends_with(", best 14, bound 24"), "{}", text());
        tell(1, 0.5, 500, (6, 11));
        assert!(text().starts_with(", 50 % closed, 1000 nodes of about 2e3 ("), "{}", text());
        assert!(text().ends_with(", best 14, bound 22"), "{}", text());
    }
}
