//! Energy: what tasks demand between two times, added up over time, against what there is.
//!
//! Tasks that have to run between two times, from the earliest start of one to the latest end of another, need demand times duration; and
//! others run there in part, where their compulsory parts are. If that is more than the capacity gives in that time, there is no schedule,
//! though at no single time too much runs in any case.
//!
//! Of a task, `m` of its duration is between `a` and `b` in any case, if it takes `m` at least, ends at `a + m` or later, and starts by
//! `b - m`. So it is explained, whether it lies inside or only reaches in, and `m` is made smaller as long as the sum is still too large.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | no overload between the earliest start of a task and the latest end of one |
//! | Cost | O(n²) a run, of tasks that are still open; behind all that is cheaper |
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
    table: Timetable,
    /// Scratch: the tasks that have more to run than their compulsory parts, the last that can start first.
    open: Vec<Open>,
    /// Scratch: when one of them is over at the latest, ascending, each with the energy of compulsory parts after that.
    ends: Vec<(i64, i128)>,
}

/// A task that has more to run than its compulsory part.
#[derive(Clone, Copy, Debug)]
struct Open {
    est: i64,
    lct: i64,
    /// The energy of that.
    free: i128,
    /// The energy of all compulsory parts after its earliest start.
    after: i128,
}

/// What a task needs between two times in any case.
#[derive(Clone, Copy, Debug)]
struct Share {
    number: usize,
    time: i64,
    demand: i64,
    /// Whether that is so from the start, so that nothing need be said.
    is_free: bool,
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
        for user in &table.users {
            if user.task.is_present(store) != Some(true) {
                continue;
            }
            let (est, lct) = (user.task.est(store), user.task.lct(store));
            let part = (user.task.ect(store) - user.task.lst(store)).max(0);
            let free = i128::from(user.length(store) - part) * i128::from(user.least(store));
            if free > 0 {
                open.push(Open { est, lct, free, after: table.profile.energy_after(est) });
                ends.push((lct, 0));
            }
        }
        open.sort_unstable_by_key(|task| std::cmp::Reverse(task.est));
        ends.sort_unstable();
        ends.dedup();
        for (end, after) in ends {
            *after = table.profile.energy_after(*end);
        }
    }

    /// Compares what is needed with what there is, for each pair of times; true if that raised the capacity.
    fn compare(&self, store: &mut Store) -> Result<bool, Failure> {
        // The end that can be raised, if there is one.
        let mut most = i128::from(self.table.capacity.min(store));
        let mut is_changed = false;
        for &(end, after) in &self.ends {
            let mut free = 0;
            for task in self.open.iter().filter(|task| task.lct <= end) {
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
            }
        }
        Ok(is_changed)
    }
}

impl Timetable {
    /// Writes why the tasks need more between two times than a capacity below `wanted` gives.
    pub(super) fn explain_energy(&self, (start, end): (i64, i64), wanted: i64, why: &mut Why<'_>) {
        let needed = i128::from(wanted - 1) * i128::from(end - start) + 1;
        let inside = |number: usize, domains: &Past<'_>| {
            let user = &self.users[number];
            let (before, behind) = (user.task.ect(domains) - start, end - user.task.lst(domains));
            let is_present = user.task.is_present(domains) == Some(true);
            let inside = user.length(domains).min(before).min(behind).min(end - start);
            if is_present { (inside, user.least(domains)) } else { (0, 0) }
        };
        let mut found: SmallVec<[Share; 32]> = SmallVec::new();
        for number in 0..self.users.len() {
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
        let mut spare = (sum - needed).max(0);
        for &Share { number, time, demand, .. } in found[..count].iter().filter(|share| !share.is_free) {
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
