//! Restart policies: when a search restarts at the root.
//!
//! A run ends after a number of failures, its cutoff; then the branchers, which may have learned from it, start again. What the
//! runs before refuted at the root stays refuted: the search does not begin below those decisions again.
//!
//! Everything else that a run has searched is searched again, and so would its solutions be. Therefore a search restarts only
//! where no solution can come twice: before the first one, or where each has to be better than the one before. And it
//! restarts only finitely often, because in the long run every policy lets its runs become longer, until one of them
//! goes to the end: after each 1000 runs the cutoffs are raised by their scale, which matters where they are constant.
//!
//! | policy | cutoffs | source |
//! |---|---|---|
//! | constant | s, s, s, … | |
//! | linear | s, 2s, 3s, … | |
//! | Luby | s, s, 2s, s, s, 2s, 4s, … | Luby, Sinclair & Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, IPL 47, 1993 |
//! | geometric | s, bs, b²s, … | Walsh, *Search in a Small World*, IJCAI 1999 |

/// A restart policy: after how many failures a search restarts; see [`Search::restarts`](crate::search::Search::restarts). A scale of 0 is
/// taken as 1, a base that is not above 1 as 1.
///
/// ```
/// use residua::search::Restarts;
///
/// assert_eq!(Restarts::Luby(10).cutoffs().take(8).collect::<Vec<_>>(), [10, 10, 20, 10, 10, 20, 40, 10]);
/// assert_eq!(Restarts::Geometric { base: 1.5, scale: 100 }.cutoffs().nth(2), Some(225));
/// assert_eq!(Restarts::Constant(7).cutoffs().nth(2500), Some(21));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Restarts {
    /// After the same number each time.
    Constant(u64),
    /// After this number, twice, three times as many, and so on.
    Linear(u64),
    /// After this number times 1, 1, 2, 1, 1, 2, 4, and so on.
    Luby(u64),
    /// After this number, and each time by that factor later.
    Geometric {
        /// The factor from one run to the next.
        base: f64,
        /// The number of failures of the first run.
        scale: u64,
    },
}

/// The cutoffs are raised after this many runs.
const RAISED: u64 = 1000;

impl Restarts {
    /// The infinite sequence of cutoffs: the numbers of failures after which the runs end.
    pub fn cutoffs(self) -> impl Iterator<Item = u64> {
        let mut cutoffs = Cutoffs::new(self);
        std::iter::repeat_with(move || cutoffs.next())
    }
}

/// The cutoffs of a policy, one after another.
#[derive(Clone, Debug)]
pub(super) struct Cutoffs {
    policy: Restarts,
    /// The number of cutoffs so far.
    runs: u64,
    /// The next factor of a geometric policy.
    factor: f64,
    /// The newest one.
    newest: u64,
}

impl Cutoffs {
    pub(super) fn new(policy: Restarts) -> Cutoffs {
        Cutoffs { policy, runs: 0, factor: 1.0, newest: 0 }
    }

    /// The newest one once more.
    pub(super) fn again(&mut self) -> u64 {
        self.newest
    }

    pub(super) fn next(&mut self) -> u64 {
        self.newest = self.longer();
        self.newest
    }

    fn longer(&mut self) -> u64 {
        let run = self.runs;
        self.runs += 1;
        let (scale, times) = match self.policy {
            Restarts::Constant(scale) => (scale, 1),
            Restarts::Linear(scale) => (scale, run + 1),
            Restarts::Luby(scale) => (scale, luby(run)),
            Restarts::Geometric { base, scale } => {
                let scale = scale.max(1);
                let cutoff = (scale as f64 * self.factor) as u64;
                // The factor stays finite; a base that is NaN fails the comparison.
                if base > 1.0 {
                    self.factor = (self.factor * base).min(f64::from(u32::MAX));
                }
                return cutoff.saturating_add(scale.saturating_mul(run / RAISED));
            }
        };
        scale.max(1).saturating_mul(times.saturating_add(run / RAISED))
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, …, by position from 0.
fn luby(mut at: u64) -> u64 {
    // Blocks of 2^k - 1 numbers end in 2^(k - 1), and begin with two smaller blocks.
    loop {
        let block = (at + 2).next_power_of_two() / 2;
        if at + 2 == 2 * block {
            return block;
        }
        at -= block - 1;
    }
}
