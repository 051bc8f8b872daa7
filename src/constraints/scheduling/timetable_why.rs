//! Pointwise explanations of time-tabling (`timetable.rs`).
//!
//! All that it infers rests on one fact: a task cannot start before `end`, be over after `start`, and demand more than others leave that
//! run from `start` to `end`. Of the task, and of the capacity, an explanation has what the fact says of all but the one that is asked for;
//! of the others, as many as it takes, the most demanding first, and of each that it starts by `start` and is not over before `end`.
//! Wherever one point in time will do, it is one: then nothing weaker says that they run at that time.
//!
//! | Promise | |
//! |---|---|
//! | Explains | lazily; no task to spare; bounds of starts and durations as weak as the time asks for, demands and the capacity as weak as the sum allows |
//! | Source | Schutt, Feydy, Stuckey & Wallace, *Explaining the Cumulative Propagator*, Constraints 16(3), 2011 |

use smallvec::SmallVec;

use crate::constraints::scheduling::profile::Piece;
use crate::constraints::scheduling::task::{Amount, Task, User};
use crate::constraints::scheduling::timetable::Timetable;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Past, Reason, Store, View};

/// What was inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A lower bound of the capacity, or the failure: by the tasks that run at the peak.
    Peak,
    /// The capacity, or the failure, by the task alone.
    Alone,
    /// A later start.
    Right,
    /// An earlier one.
    Left,
    /// A shorter duration.
    Duration,
    /// A smaller demand.
    Demand,
    /// The task does not take place.
    Presence,
    /// A larger capacity, or the failure: by the energy between two times, see `energy.rs`.
    Energy,
    /// A later start, by the energy between two times, see `edge_finding.rs`.
    EnergyRight,
    /// An earlier one.
    EnergyLeft,
    /// The task does not take place.
    EnergyPresence,
}

const KINDS: [Kind; 11] = [
    Kind::Peak,
    Kind::Alone,
    Kind::Right,
    Kind::Left,
    Kind::Duration,
    Kind::Demand,
    Kind::Presence,
    Kind::Energy,
    Kind::EnergyRight,
    Kind::EnergyLeft,
    Kind::EnergyPresence,
];

/// What a reason needs to know: what was inferred, of which task, and by which piece of the profile; by none, where the task alone
/// demands too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    pub(super) kind: Kind,
    pub(super) user: usize,
    pub(super) piece: Option<Piece>,
}

/// The words of a time, and of a piece.
const TIME: usize = 2;
const PIECE: usize = 2 * TIME;

fn words(time: i64) -> [u32; TIME] {
    [time as u32, (time >> 32) as u32]
}

fn time(words: &[u32]) -> i64 {
    i64::from(words[1] as i32) << 32 | i64::from(words[0])
}

impl Note {
    /// Keeps the note, and makes a reason of it.
    pub(super) fn keep(self, store: &mut Store) -> Reason {
        let mut note: SmallVec<[u32; 2 + PIECE]> = SmallVec::new();
        note.extend([self.kind as u32, self.user as u32]);
        if let Some(Piece { start, end, .. }) = self.piece {
            note.extend(words(start));
            note.extend(words(end));
        }
        let number = store.keep_note(&note);
        store.because(number)
    }

    /// Begins a note that a task finds no place, by one piece after another.
    pub(super) fn start_chain(user: usize, chain: &mut Vec<u32>) {
        chain.clear();
        chain.extend([Kind::Presence as u32, user as u32]);
    }

    pub(super) fn continue_chain(piece: Piece, chain: &mut Vec<u32>) {
        chain.extend(words(piece.start));
        chain.extend(words(piece.end));
    }

    fn pieces(note: &[u32]) -> impl Iterator<Item = (i64, i64)> + '_ {
        note[2..].chunks_exact(PIECE).map(|piece| (time(&piece[..TIME]), time(&piece[TIME..])))
    }
}

/// Premises, as they are written.
pub(super) struct Why<'a> {
    pub(super) past: &'a Past<'a>,
    /// What is true there need not be said.
    pub(super) start: Past<'a>,
    out: &'a mut Vec<Atom>,
}

impl Why<'_> {
    pub(super) fn at_least(&mut self, amount: Amount, low: i64) {
        if let Some(view) = amount.view().filter(|view| i64::from(view.min(&self.start)) < low) {
            self.out.extend(view.at_least(low));
        }
    }

    pub(super) fn at_most(&mut self, amount: Amount, high: i64) {
        if let Some(view) = amount.view().filter(|view| i64::from(view.max(&self.start)) > high) {
            self.out.extend(view.at_most(high));
        }
    }

    pub(super) fn is_present(&mut self, task: &Task) {
        self.out.extend(task.presence.filter(|presence| !presence.holds(&self.start)));
    }

    pub(super) fn starts_by(&mut self, task: &Task, time: i64) {
        self.at_most(Amount::View(task.start), time);
    }

    /// That the task ends at `end` or later, and takes `least` at least: by its start or its duration alone, where that is enough.
    pub(super) fn ends_after(&mut self, task: &Task, end: i64, least: i64) {
        let (est, length) = (task.est(self.past), task.duration.min(self.past).max(least));
        let (first, shortest) = (task.est(&self.start), task.duration.min(&self.start).max(least));
        let (start, duration) = if est + shortest >= end {
            (end - shortest, shortest)
        } else if first + length >= end {
            (first, least.max(end - first))
        } else {
            (end - length, length)
        };
        self.at_least(Amount::View(task.start), start);
        self.at_least(task.duration, duration);
    }

    /// That the task demands that, or as much less as may be spared; how much less that is.
    pub(super) fn demands(&mut self, user: &User, demand: i64, spare: i64) -> i64 {
        let less = match user.demand {
            Amount::View(_) => spare.min(demand - user.least(&self.start)),
            Amount::Number(_) => 0,
        };
        self.at_least(user.demand, demand - less);
        less
    }
}

impl Timetable {
    /// Writes that others run from `start` to `end` that demand `needed` together; by how much they demand more than what is written says.
    fn others_run(
        &self,
        (start, end): (i64, i64),
        except: Option<usize>,
        needed: i64,
        why: &mut Why<'_>,
    ) -> i64 {
        let runs = |user: &User, domains: &Past<'_>| {
            let is_present = user.task.is_present(domains) == Some(true);
            is_present && user.task.lst(domains) <= start && user.task.ect(domains) >= end
        };
        // By number: whether it needs no premise, and what it demands.
        let mut found: SmallVec<[(bool, i64, usize); 32]> = SmallVec::new();
        for (number, user) in self.users.iter().enumerate().filter(|&(number, _)| Some(number) != except) {
            let demand = user.least(why.past);
            if demand > 0 && runs(user, why.past) {
                let is_free = runs(user, &why.start) && user.least(&why.start) == demand;
                found.push((is_free, demand, number));
            }
        }
        found.sort_unstable_by_key(|&(is_free, demand, number)| (!is_free, -demand, number));
        let mut sum = 0;
        let is_needed = |&&(_, demand, _): &&(bool, i64, usize)| {
            let is_needed = sum < needed;
            sum += if is_needed { demand } else { 0 };
            is_needed
        };
        let count = found.iter().take_while(is_needed).count();
        let mut spare = (sum - needed).max(0);
        for &(_, demand, number) in &found[..count] {
            let user = &self.users[number];
            why.is_present(&user.task);
            why.starts_by(&user.task, start);
            why.ends_after(&user.task, end, 0);
            spare -= why.demands(user, demand, spare);
        }
        spare
    }

    /// Writes that the task demands more than is left of the capacity.
    fn demands_too_much(&self, user: &User, spare: i64, why: &mut Why<'_>) {
        let less = why.demands(user, user.least(why.past), spare);
        why.at_most(self.capacity, self.capacity.max(why.past) + spare - less);
    }

    /// Writes that the task demands more than is left of the capacity, and takes place.
    fn is_too_much(&self, user: &User, spare: i64, why: &mut Why<'_>) {
        why.is_present(&user.task);
        self.demands_too_much(user, spare, why);
    }

    pub(super) fn explain_note(
        &self,
        request: ExplainRequest,
        note: &[u32],
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let atom = match request {
            ExplainRequest::Atom(atom) => Some(atom),
            _ => None,
        };
        let low = |view: Option<View>| view.zip(atom).and_then(|(view, atom)| view.low_implying(atom));
        let high = |view: Option<View>| view.zip(atom).and_then(|(view, atom)| view.high_implying(atom));
        let (kind, number) = (KINDS[note[0] as usize], note[1] as usize);
        let (user, piece) = (&self.users[number], Note::pieces(note).next());
        let (task, start) = (&user.task, Some(user.task.start));
        let why = &mut Why { past, start: past.start(), out };
        let (est, lst, length) = (task.est(past), task.lst(past), user.length(past));
        let most = self.capacity.max(past);
        // What the others have to demand, so that it is too much.
        let needed = most + 1 - user.least(past);
        // Of a failure, or of a number that leaves 32 bits, all that was inferred is asked for.
        match (kind, piece) {
            (Kind::Peak, Some((start, end))) => {
                let wanted = low(self.capacity.view()).unwrap_or(most + 1);
                let point = i64::midpoint(start, end - 1);
                let _ = self.others_run((point, point + 1), None, wanted, why);
            }
            (Kind::Energy, Some(times)) => {
                self.explain_energy(times, low(self.capacity.view()).unwrap_or(most + 1), why);
            }
            (Kind::EnergyRight, Some(times)) => {
                why.is_present(task);
                self.explain_edge(number, times, (None, Some(low(start).map_or(lst, |low| low - 1))), why);
            }
            (Kind::EnergyLeft, Some(times)) => {
                why.is_present(task);
                self.explain_edge(number, times, (Some(high(start).map_or(est, |high| high + 1)), None), why);
            }
            (Kind::EnergyPresence, Some(times)) => self.explain_edge(number, times, (None, None), why),
            (Kind::Peak | Kind::Alone | Kind::Energy, _) => {
                why.is_present(task);
                why.at_least(task.duration, 1);
                why.at_least(user.demand, low(self.capacity.view()).unwrap_or(most + 1));
            }
            (Kind::Right, Some((first, end))) => {
                let point = (low(start).unwrap_or(end) - 1).max(first);
                let from = point.min(est + length - 1);
                let spare = self.others_run((from, point + 1), Some(number), needed, why);
                why.ends_after(task, from + 1, 1);
                self.is_too_much(user, spare, why);
            }
            (Kind::Left, Some((first, end))) => {
                let wanted = high(start).unwrap_or(first - length);
                let from = (wanted + length).min(end - 1);
                let to = from.max(lst);
                let spare = self.others_run((from, to + 1), Some(number), needed, why);
                why.starts_by(task, to);
                why.at_least(task.duration, (from - wanted).max(1));
                self.is_too_much(user, spare, why);
            }
            (Kind::Duration, Some((first, end))) => {
                let wanted = high(task.duration.view()).unwrap_or((first - est).max(0));
                let from = (est + wanted).min(end - 1);
                let to = from.max(lst);
                let spare = self.others_run((from, to + 1), Some(number), needed, why);
                why.starts_by(task, to);
                why.at_least(Amount::View(task.start), from - wanted);
                self.is_too_much(user, spare, why);
            }
            (Kind::Demand, Some((first, end))) => {
                let ect = est + length;
                let point = i64::midpoint(lst.max(first), ect.min(end) - 1);
                let (from, to) = if lst < ect { (point, point) } else { (ect - 1, lst) };
                let wanted = high(user.demand.view()).unwrap_or(0);
                let spare = self.others_run((from, to + 1), Some(number), most - wanted, why);
                why.is_present(task);
                why.starts_by(task, to);
                why.ends_after(task, from + 1, 1);
                why.at_most(self.capacity, most + spare);
            }
            (Kind::Demand, None) => {
                why.is_present(task);
                why.at_least(task.duration, 1);
                why.at_most(self.capacity, high(user.demand.view()).unwrap_or(most));
            }
            (Kind::EnergyRight | Kind::EnergyLeft | Kind::EnergyPresence, None) => {}
            (Kind::Duration | Kind::Left | Kind::Right, None) => self.is_too_much(user, -needed, why),
            (Kind::Presence, None) => {
                why.at_least(task.duration, 1);
                self.demands_too_much(user, -needed, why);
            }
            (Kind::Presence, Some(_)) => self.explain_chain(number, note, why),
        }
    }

    /// Why a task finds no place: piece after piece forbids what those before left.
    fn explain_chain(&self, number: usize, note: &[u32], why: &mut Why<'_>) {
        let user = &self.users[number];
        let (mut est, lst, length) =
            (user.task.est(why.past), user.task.lst(why.past), user.length(why.past));
        let needed = self.capacity.max(why.past) + 1 - user.least(why.past);
        let mut spare = i64::MAX;
        let mut pieces = Note::pieces(note).peekable();
        let is_single = pieces.peek().is_some() && Note::pieces(note).nth(1).is_none();
        let mut is_first = true;
        while let Some((_, end)) = pieces.next() {
            let from = (est + length - 1).min(end - 1);
            let to = if pieces.peek().is_some() { end - 1 } else { from.max(lst) };
            spare = spare.min(self.others_run((from, to + 1), Some(number), needed, why));
            if is_single {
                why.ends_after(&user.task, from + 1, 1);
            } else if is_first {
                why.at_least(Amount::View(user.task.start), from + 1 - length);
                why.at_least(user.task.duration, length);
            }
            if pieces.peek().is_none() {
                why.starts_by(&user.task, to);
            }
            (est, is_first) = (end, false);
        }
        self.demands_too_much(user, spare, why);
    }
}
