//! Edge finding for `cumulative` (time-table edge finding): the energy that others need between two times delays a task.
//!
//! For a task that demands `r`, no more than `q` of its duration fits between `a` and `b`, where `q` times `r` is what the others leave
//! there. So it does not start where more than that is inside: after `a + q - d` and before `b - q`, if it takes `d`. A start at one end of
//! that is moved to the other. A task of which it is open whether it takes place, and which has no other start, does not.
//!
//! It is explained as an overload is: the task could only start between two times, of which one is what is asked for, and wherever it does,
//! so much of it is inside that the energy exceeds the capacity.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | time-table edge finding: by the tasks inside and the compulsory parts of others, between the earliest start of a task and the latest end of one |
//! | Cost | O(n) for two times |
//! | Explains | as `energy.rs`: no task to spare; the start as weak as the sum allows |
//! | Source | Vilím, *Timetable Edge Finding Filtering Algorithm for Discrete Cumulative Resources*, CPAIOR 2011; Schutt, Feydy & Stuckey, *Explaining Time-Table-Edge-Finding Propagation*, CPAIOR 2013; the starts left out are those of Baptiste, Le Pape & Nuijten, *Satisfiability Tests and Time-Bound Adjustments for Cumulative Scheduling Problems*, Annals of Operations Research 92, 1999 |

use crate::constraints::scheduling::energy::Energy;
use crate::constraints::scheduling::profile::Piece;
use crate::constraints::scheduling::timetable::Timetable;
use crate::constraints::scheduling::timetable_why::{Kind, Note, Why};
use crate::store::{Failure, Past, Store};

impl Energy {
    /// Moves tasks that are not inside these times, where `slack` is left by all that need energy there; true if that changed anything.
    pub(super) fn find_edges(
        &self,
        (start, end): (i64, i64),
        slack: i128,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let mut is_changed = false;
        for open in self.open.iter().filter(|open| !open.is_within(start, end)) {
            let (length, least) = (open.length, i128::from(open.least));
            // Its compulsory part is among what needs energy there.
            let (lst, ect) = (open.lct - length, open.est + length);
            let part = if open.is_present { (ect.min(end) - lst.max(start)).max(0) } else { 0 };
            let fitting = (slack + i128::from(part) * least) / least;
            if fitting >= i128::from(length.min(end - start)) {
                continue;
            }
            let fitting = fitting as i64;
            // The starts at which more than that is inside.
            let (first, last) = (start + fitting - length + 1, end - fitting - 1);
            let task = &self.table.users[open.number].task;
            let forbids = |time: i64| first <= time && time <= last;
            let note =
                |kind: Kind| Note { kind, user: open.number, piece: Some(Piece { start, end, load: 0 }) };
            if open.is_present {
                if forbids(task.est(store)) {
                    is_changed |= self.table.raise(task.start, last + 1, note(Kind::EnergyRight), store)?;
                }
                if forbids(task.lst(store)) {
                    is_changed |= self.table.lower(task.start, first - 1, note(Kind::EnergyLeft), store)?;
                }
            } else if let Some(presence) = task.presence
                && task.is_present(store) != Some(false)
                && forbids(task.est(store))
                && forbids(task.lst(store))
            {
                let why = note(Kind::EnergyPresence).keep(store);
                is_changed |= store.apply(!presence, why)?;
            }
        }
        Ok(is_changed)
    }
}

impl Timetable {
    /// Writes why a task does not start between `from`, or its earliest start, and `to`, or its latest one.
    pub(super) fn explain_edge(
        &self,
        number: usize,
        (start, end): (i64, i64),
        (from, to): (Option<i64>, Option<i64>),
        why: &mut Why<'_>,
    ) {
        let user = &self.users[number];
        // How much of it is inside, wherever it starts between these.
        let inside = |domains: &Past<'_>| {
            let (first, last) =
                (from.unwrap_or(user.task.est(domains)), to.unwrap_or(user.task.lst(domains)));
            let length = user.length(domains);
            length.min(end - start).min(first + length - start).min(end - last)
        };
        let (time, least, most) = (inside(why.past), user.least(why.past), self.capacity.max(why.past));
        let all = i128::from(most) * i128::from(end - start) + 1;
        let needed = all - i128::from(time) * i128::from(least);
        let (shares, spare) = self.shares((start, end), Some(number), needed, why);
        // As much less as may be spared, if that makes it weaker.
        let useful = (time - inside(&why.start).max(1)).max(0);
        let less = (spare / i128::from(least.max(1))).min(useful.into()) as i64;
        let time = time - less;
        self.run_between((start, end), &shares, spare - i128::from(less) * i128::from(least), why);
        match from {
            Some(first) => why.at_least(user.task.duration, time.max(start + time - first)),
            None => why.ends_after(&user.task, start + time, time),
        }
        if to.is_none() {
            why.starts_by(&user.task, end - time);
        }
        let _ = why.demands(user, least, 0);
        why.at_most(self.capacity, most);
    }
}
