//! Energetic overload check for `cumulative`: the energy of tasks between two times against the capacity.
//!
//! Tasks that have to run between two times, from the earliest start of one to the latest end of another, need demand times duration; and
//! others run there in part, where their compulsory parts are. If that is more than the capacity gives in that time, there is no schedule,
//! though at no single time too much runs in any case.
//!
//! At least `m` of the duration of a task is between `a` and `b`, if it takes `m` at least, ends at `a + m` or later, and starts by
//! `b - m`. So it is explained, whether it lies inside or only reaches in, and `m` is made smaller as long as the sum is still too large.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | no overload between the earliest start of a task and the latest end of one; what these times leave for others, see `edge_finding.rs` |
//! | Cost | O(n²) a run for n open tasks, and O(n) more for each pair of times that leaves little; runs after all cheaper propagators |
//! | Wakes on | as the time-table |
//! | Explains | by the tasks with the most energy, no task to spare; starts as weak as the sum allows |
//! | Source | Vilím, *Timetable Edge Finding Filtering Algorithm for Discrete Cumulative Resources*, CPAIOR 2011, of which it is the overload check; Schutt, Feydy & Stuckey, *Explaining Time-Table-Edge-Finding Propagation*, CPAIOR 2013 |

use smallvec::SmallVec;

use crate::constraints::scheduling::profile::Piece;
use crate::constraints::scheduling::timetable::Timetable;
use crate::constraints::scheduling::timetable_why::{Kind, Note, Why};
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Failure, Past, Store};

/// The check behind a time-table.
#[derive(Clone, Debug)]
pub(super) struct Energy {
    pub(super) table: Timetable,
    /// Scratch: the tasks that have more to run than their compulsory parts, the last that can start first.
    pub(super) open: Vec<Open>,
    /// Scratch: when one of them is over at the latest, ascending, each with the energy of compulsory parts after that.
    ends: Vec<(i64, i128)>,
}

/// A task that has more to run than its compulsory part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) number: usize,
    /// Whether it takes place in any case. If not, it has no compulsory part, and does not count.
    pub(super) is_present: bool,
    pub(super) est: i64,
    pub(super) lct: i64,
    pub(super) length: i64,
    pub(super) least: i64,
    /// The energy that it has beyond its compulsory part.
    free: i128,
    /// The energy of all compulsory parts after its earliest start.
    after: i128,
}

/// What a task needs between two times in any case.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    number: usize,
    time: i64,
    demand: i64,
    /// Whether that is so from the start, so that nothing need be said.
    is_free: bool,
}

pub(super) type Shares = SmallVec<[Share; 32]>;

impl Open {
    /// Whether it runs between these times in any case, all of it.
    pub(super) fn is_within(&self, start: i64, end: i64) -> bool {
        self.is_present && start <= self.est && self.lct <= end
    }
}

impl Share {
    fn energy(&self) -> i128 {
        i128::from(self.time) * i128::from(self.demand)
    }
}

impl Energy {
    pub(super) fn new(table: Timetable) -> Energy {
        let count = table.users.len();
        Energy { table, open: Vec::with_capacity(count), ends: Vec::with_capacity(count) }
    }

    fn gather(&mut self, store: &Store) {
        self.table.build(store);
        self.table.profile.add_up();
        let Energy { table, open, ends } = self;
        open.clear();
        ends.clear();
        for (number, user) in table.users.iter().enumerate() {
            let presence = user.task.is_present(store);
            if presence == Some(false) {
                continue;
            }
            let is_present = presence == Some(true);
            let (est, lct) = (user.task.est(store), user.task.lct(store));
            let (length, least) = (user.length(store), user.least(store));
            let part = if is_present { (user.task.ect(store) - user.task.lst(store)).max(0) } else { 0 };
            let free = i128::from(length - part) * i128::from(least);
            if free > 0 {
                let after = table.profile.energy_after(est);
                open.push(Open { number, is_present, est, lct, length, least, free, after });
                ends.extend(is_present.then_some((lct, 0)));
            }
        }
        open.sort_unstable_by_key(|task| std::cmp::Reverse(task.est));
        ends.sort_unstable();
        ends.dedup();
        for (end, after) in ends {
            *after = table.profile.energy_after(*end);
        }
    }

    /// Compares what is needed with what there is, for each pair of times; true if that changed anything.
    fn compare(&self, store: &mut Store) -> Result<bool, Failure> {
        // The end that can be raised, if there is one.
        let mut most = i128::from(self.table.capacity.min(store));
        let limit = i128::from(self.table.capacity.max(store));
        let largest = self.open.iter().map(|task| task.free).max().unwrap_or(0);
        let mut is_changed = false;
        for &(end, after) in &self.ends {
            store.spend(self.open.len())?;
            let mut free = 0;
            for task in self.open.iter().filter(|task| task.is_present && task.lct <= end) {
                free += task.free;
                let (needed, length) = (free + task.after - after, i128::from(end - task.est));
                if needed > most * length {
                    // Rounded up, and no more than all demands together.
                    let load = ((needed + length - 1) / length) as i64;
                    let piece = Some(Piece { start: task.est, end, load });
                    let note = Note { kind: Kind::Energy, user: 0, piece };
                    is_changed |= self.table.provide(load, note, store)?;
                    most = most.max(load.into());
                }
                // Where there is room for any task, none is moved.
                let slack = limit * length - needed;
                if (0..largest).contains(&slack) {
                    store.spend(self.open.len())?;
                    is_changed |= self.find_edges((task.est, end), slack, store)?;
                }
            }
        }
        Ok(is_changed)
    }
}

impl Timetable {
    /// The tasks, but for one, that need that much energy between two times, the fewest that do; and what they need beyond it.
    pub(super) fn shares(
        &self,
        (start, end): (i64, i64),
        except: Option<usize>,
        needed: i128,
        why: &Why<'_>,
    ) -> (Shares, i128) {
        let inside = |number: usize, domains: &Past<'_>| {
            let user = &self.users[number];
            let (before, behind) = (user.task.ect(domains) - start, end - user.task.lst(domains));
            let is_present = user.task.is_present(domains) == Some(true);
            let inside = user.length(domains).min(before).min(behind).min(end - start);
            if is_present { (inside, user.least(domains)) } else { (0, 0) }
        };
        let mut found = Shares::new();
        for number in (0..self.users.len()).filter(|&number| Some(number) != except) {
            let (time, demand) = inside(number, why.past);
            if time > 0 && demand > 0 {
                let is_free = inside(number, &why.start) == (time, demand);
                found.push(Share { number, time, demand, is_free });
            }
        }
        found.sort_unstable_by_key(|share| (!share.is_free, -share.energy(), share.number));
        let (mut count, mut sum) = (0, 0);
        while let Some(share) = found.get(count).filter(|_| sum < needed) {
            sum += share.energy();
            count += 1;
        }
        found.truncate(count);
        (found, (sum - needed).max(0))
    }

    /// Writes that these need as much between two times, but for what is to spare.
    pub(super) fn run_between(
        &self,
        (start, end): (i64, i64),
        shares: &[Share],
        mut spare: i128,
        why: &mut Why<'_>,
    ) {
        for &Share { number, time, demand, .. } in shares.iter().filter(|share| !share.is_free) {
            let user = &self.users[number];
            let less = (spare / i128::from(demand)).min(i128::from(time - 1)) as i64;
            spare -= i128::from(less) * i128::from(demand);
            let time = time - less;
            why.is_present(&user.task);
            why.starts_by(&user.task, end - time);
            why.ends_after(&user.task, start + time, time);
            let _ = why.demands(user, demand, 0);
        }
    }

    /// Writes why the tasks need more between two times than a capacity below `wanted` gives.
    pub(super) fn explain_energy(&self, times: (i64, i64), wanted: i64, why: &mut Why<'_>) {
        let needed = i128::from(wanted - 1) * i128::from(times.1 - times.0) + 1;
        let (shares, spare) = self.shares(times, None, needed, why);
        self.run_between(times, &shares, spare, why);
    }
}

impl Propagator for Energy {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.table.subscribe(events);
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        self.gather(store);
        Ok(match self.compare(store)? {
            true => Outcome::Again,
            false if self.table.is_met(store) => Outcome::Entailed,
            false => Outcome::Fixpoint,
        })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.table.explain_note(request, past.note(payload), past, out);
    }
}
