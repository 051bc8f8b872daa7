//! Time-tabling for `cumulative`: compulsory parts, and what they leave for the other tasks.
//!
//! A task that starts by its latest start and ends no earlier than its earliest end runs in between, whatever happens: its *compulsory
//! part*. The compulsory parts add up to a profile, swept over in the order of time. Where it leaves too little for a task, the task cannot
//! run. So of a task, a piece of the profile says one of these, by the same argument:
//!
//! | known of the task | follows |
//! |---|---|
//! | it ends after the piece has started, so it cannot start before the piece ends | a later start |
//! | it starts before the piece ends, so it must be over before that starts | an earlier start, or a shorter duration |
//! | it runs during the piece wherever it starts | a smaller demand, or none at all: it does not take place |
//!
//! A start is moved over one piece after another. While reasons are recorded it is moved over a long piece in steps, each no longer than
//! the task, so that for each there is one point in time that forbids it; over a piece that is far longer than the task, at once.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | time-tabling, until nothing changes |
//! | Cost | O(n log n) a run, and the pieces that tasks pass |
//! | Wakes on | bounds of starts, durations, demands and the capacity; the literals of optional tasks |
//! | Explains | pointwise, see `timetable_why.rs` |
//! | Source | Beldiceanu & Carlsson, CP 2002; Gay, Hartert & Schaus, *Simple and Scalable Time-Table Filtering for the Cumulative Constraint*, CP 2015; Schutt, Feydy, Stuckey & Wallace, Constraints 16(3), 2011 |

use crate::constraints::Operand;
use crate::constraints::scheduling::profile::{Piece, Profile};
use crate::constraints::scheduling::task::{Amount, Entry, Task, User};
use crate::constraints::scheduling::timetable_why::{Kind, Note};
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, VarId, View};

#[derive(Clone, Debug)]
pub(super) struct Timetable {
    pub(super) users: Box<[User]>,
    pub(super) capacity: Amount,
    /// Variables that occur twice, ascending.
    repeated: Box<[VarId]>,
    /// Scratch: the compulsory parts.
    pub(super) profile: Profile,
    /// Scratch: a chain of pieces, as a note has it.
    chain: Vec<u32>,
}

/// A start is moved over a piece in no more steps than that.
const STEPS: i64 = 16;

/// A variable that occurs twice is moved only by that part of what it has left, or more: else its views could chase each other through a
/// wide domain.
const PART: i64 = 256;

/// The bounds of a task while it is compared with the profile, which has its own compulsory part in it.
#[derive(Clone, Copy, Debug)]
struct OwnBounds {
    number: usize,
    /// Its compulsory part; its end is not after its start, if it has none.
    part: (i64, i64),
    least: i64,
    /// The most that may be demanded by all.
    most: i64,
}

impl OwnBounds {
    /// What others demand throughout the piece.
    fn others(&self, piece: Piece) -> i64 {
        let is_inside = self.part.0 <= piece.start && piece.end <= self.part.1;
        if is_inside { piece.load - self.least } else { piece.load }
    }

    /// Whether the others leave too little.
    fn is_blocked(&self, piece: Piece) -> bool {
        self.others(piece) + self.least > self.most
    }

    fn note(&self, kind: Kind, piece: Option<Piece>) -> Note {
        Note { kind, user: self.number, piece }
    }
}

impl Timetable {
    pub(super) fn new(tasks: impl Iterator<Item = Entry>, capacity: Operand, to: &Poster<'_>) -> Timetable {
        let user = |entry: Entry| User {
            task: Task {
                start: to.view(entry.start),
                duration: Amount::of(entry.duration, to),
                presence: entry.presence.map(|literal| to.atom(literal)),
            },
            demand: Amount::of(entry.demand, to),
        };
        let users: Box<[User]> = tasks.map(user).collect();
        let capacity = Amount::of(capacity, to);
        let mut vars: Vec<VarId> = capacity.view().map(|view| view.var).into_iter().collect();
        for user in &users {
            let amounts = [user.task.duration.view(), user.demand.view()];
            vars.push(user.task.start.var);
            vars.extend(amounts.into_iter().flatten().map(|view| view.var));
            vars.extend(user.task.presence.map(Atom::var));
        }
        vars.sort_unstable();
        let mut repeated: Vec<VarId> =
            vars.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        let profile = Profile::with_room(users.len());
        Timetable { users, capacity, repeated: repeated.into(), profile, chain: Vec::new() }
    }

    /// Whether moving an end of the view that far is not left alone.
    fn is_worthwhile(&self, view: View, by: i64, store: &Store) -> bool {
        by > 0
            && (self.repeated.binary_search(&view.var).is_err()
                || by * PART >= i64::from(view.max(store)) - i64::from(view.min(store)))
    }

    /// Makes `[view ≥ low]` true.
    pub(super) fn raise(&self, view: View, low: i64, note: Note, store: &mut Store) -> Result<bool, Failure> {
        let is_worthwhile = self.is_worthwhile(view, low - i64::from(view.min(store)), store);
        match view.at_least(low).filter(|_| is_worthwhile) {
            Some(atom) => {
                let why = note.keep(store);
                store.apply(atom, why)
            }
            None => Ok(false),
        }
    }

    /// Makes `[view ≤ high]` true.
    pub(super) fn lower(
        &self,
        view: View,
        high: i64,
        note: Note,
        store: &mut Store,
    ) -> Result<bool, Failure> {
        let is_worthwhile = self.is_worthwhile(view, i64::from(view.max(store)) - high, store);
        match view.at_most(high).filter(|_| is_worthwhile) {
            Some(atom) => {
                let why = note.keep(store);
                store.apply(atom, why)
            }
            None => Ok(false),
        }
    }

    /// The compulsory parts, added up.
    pub(super) fn build(&mut self, store: &Store) {
        self.profile.clear();
        for user in &self.users {
            if user.task.is_present(store) == Some(true) {
                self.profile.add(user.task.lst(store), user.task.ect(store), user.least(store));
            }
        }
        self.profile.build();
    }

    /// The capacity is no less than what is demanded at the peak, or by a task alone.
    fn fit(&self, store: &mut Store) -> Result<bool, Failure> {
        let mut is_changed = false;
        if let Some(peak) = self.profile.peak() {
            let note = Note { kind: Kind::Peak, user: 0, piece: Some(peak) };
            is_changed |= self.provide(peak.load, note, store)?;
        }
        for (number, user) in self.users.iter().enumerate() {
            if user.length(store) > 0 && user.task.is_present(store) == Some(true) {
                let note = Note { kind: Kind::Alone, user: number, piece: None };
                is_changed |= self.provide(user.least(store), note, store)?;
            }
        }
        Ok(is_changed)
    }

    /// The capacity is no less than that.
    pub(super) fn provide(&self, load: i64, note: Note, store: &mut Store) -> Result<bool, Failure> {
        match self.capacity {
            Amount::View(view) => self.raise(view, load, note, store),
            Amount::Number(capacity) if load > capacity => {
                let why = note.keep(store);
                Err(store.contradiction(why))
            }
            Amount::Number(_) => Ok(false),
        }
    }

    /// What the profile says of one task; true if that changed anything.
    fn settle(&mut self, number: usize, store: &mut Store) -> Result<bool, Failure> {
        let user = self.users[number];
        let is_present = user.task.is_present(store);
        let (most, least) = (self.capacity.max(store), user.least(store));
        let peak = self.profile.peak().map_or(0, |peak| peak.load);
        let is_fixed = user.demand.max(store) == least;
        if is_present == Some(false) || peak + least <= most && is_fixed {
            return Ok(false);
        }
        let part = match is_present {
            Some(true) => (user.task.lst(store), user.task.ect(store)),
            _ => (0, 0),
        };
        let own = OwnBounds { number, part, least, most };
        let mut is_changed = self.settle_alone(&own, store)?;
        if is_present.is_none() {
            return Ok(is_changed || self.exclude(&own, store)?);
        }
        if user.length(store) > 0 {
            is_changed |= self.move_right(&own, store)?;
            is_changed |= self.move_left(&own, store)?;
            is_changed |= self.demand_less(&own, store)?;
        }
        is_changed |= self.shorten(&own, store)?;
        Ok(is_changed)
    }

    /// What follows from the capacity alone.
    fn settle_alone(&self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let User { task, demand } = self.users[own.number];
        let note = |kind: Kind| own.note(kind, None);
        let (is_present, runs) = (task.is_present(store) == Some(true), task.duration.min(store) > 0);
        match (task.presence, task.duration.view(), demand.view()) {
            (_, _, Some(demand)) if is_present && runs => {
                self.lower(demand, own.most, note(Kind::Demand), store)
            }
            (_, Some(duration), _) if is_present && own.least > own.most => {
                self.lower(duration, 0, note(Kind::Duration), store)
            }
            (Some(presence), ..) if !is_present && runs && own.least > own.most => {
                let why = note(Kind::Presence).keep(store);
                store.apply(!presence, why)
            }
            _ => Ok(false),
        }
    }

    /// The start is after each piece that it would run into.
    fn move_right(&self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let user = &self.users[own.number];
        let pieces = self.profile.pieces();
        let (mut at, mut is_changed) = (self.profile.first_ending_after(user.task.est(store)), false);
        while let Some(&piece) = pieces.get(at) {
            store.spend(1)?;
            let (est, length) = (user.task.est(store), user.length(store));
            if piece.start >= est + length {
                break;
            }
            if piece.end <= est || !own.is_blocked(piece) {
                at += 1;
                continue;
            }
            let is_stepwise = self.is_stepwise(user.task.start, piece.end - est, length, store);
            let to = if is_stepwise { piece.end.min(est + length) } else { piece.end };
            let is_moved = self.raise(user.task.start, to, own.note(Kind::Right, Some(piece)), store)?;
            is_changed |= is_moved;
            at += usize::from(!is_moved);
        }
        Ok(is_changed)
    }

    /// It is early enough to be over before each piece that it would run into.
    fn move_left(&self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let user = &self.users[own.number];
        let pieces = self.profile.pieces();
        let mut at = self.profile.starting_before(user.task.lct(store));
        let mut is_changed = false;
        while let Some(&piece) = at.checked_sub(1).and_then(|last| pieces.get(last)) {
            store.spend(1)?;
            let (lst, length) = (user.task.lst(store), user.length(store));
            if piece.end <= lst {
                break;
            }
            if piece.start >= lst + length || !own.is_blocked(piece) {
                at -= 1;
                continue;
            }
            let is_stepwise = self.is_stepwise(user.task.start, lst - piece.start, length, store);
            let point = if is_stepwise { piece.start.max(lst) } else { piece.start };
            let is_moved =
                self.lower(user.task.start, point - length, own.note(Kind::Left, Some(piece)), store)?;
            is_changed |= is_moved;
            at -= usize::from(!is_moved);
        }
        Ok(is_changed)
    }

    /// Whether a start is moved in steps.
    fn is_stepwise(&self, start: View, by: i64, length: i64, store: &Store) -> bool {
        store.is_recording() && by <= STEPS * length && self.repeated.binary_search(&start.var).is_err()
    }

    /// What it demands is left by each piece that it runs into wherever it starts.
    fn demand_less(&self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let User { task, demand } = self.users[own.number];
        let Some(demand) = demand.view() else { return Ok(false) };
        let (lst, ect) = (task.lst(store), task.ect(store));
        let pieces = self.profile.pieces()[self.profile.first_ending_after(lst)..].iter();
        let mut is_changed = false;
        for &piece in pieces.take_while(|piece| piece.start < ect) {
            store.spend(1)?;
            let note = own.note(Kind::Demand, Some(piece));
            is_changed |= self.lower(demand, own.most - own.others(piece), note, store)?;
        }
        Ok(is_changed)
    }

    /// It is over before the first piece that it would run into and has to start before the end of.
    fn shorten(&self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let task = self.users[own.number].task;
        let Some(duration) = task.duration.view() else { return Ok(false) };
        let (est, lst) = (task.est(store), task.lst(store));
        let latest = est + i64::from(duration.max(store));
        let pieces = self.profile.pieces()[self.profile.first_ending_after(lst)..].iter();
        let mut met = pieces.take_while(|piece| piece.start < latest);
        match met.find(|&&piece| own.is_blocked(piece)) {
            Some(&piece) => {
                let note = own.note(Kind::Duration, Some(piece));
                self.lower(duration, (piece.start - est).max(0), note, store)
            }
            None => Ok(false),
        }
    }

    /// A task that finds no place does not take place.
    fn exclude(&mut self, own: &OwnBounds, store: &mut Store) -> Result<bool, Failure> {
        let user = self.users[own.number];
        let (mut est, lst, length) = (user.task.est(store), user.task.lst(store), user.length(store));
        let Some(presence) = user.task.presence.filter(|_| length > 0) else { return Ok(false) };
        Note::start_chain(own.number, &mut self.chain);
        for &piece in &self.profile.pieces()[self.profile.first_ending_after(est)..] {
            if est > lst || piece.start >= est + length {
                break;
            }
            if own.is_blocked(piece) {
                Note::continue_chain(piece, &mut self.chain);
                est = piece.end;
            }
        }
        if est <= lst {
            return Ok(false);
        }
        let number = store.keep_note(&self.chain);
        let why = store.because(number);
        store.apply(!presence, why)
    }

    /// Whether it is entailed: all is fixed, and was compared, or all demands together do not exceed the capacity.
    pub(super) fn is_met(&self, store: &Store) -> bool {
        let is_known = |amount: Amount| amount.min(store) == amount.max(store);
        let mut total = 0;
        let mut is_decided = is_known(self.capacity);
        for User { task, demand } in &self.users {
            let is_present = task.is_present(store);
            if is_present != Some(false) && task.duration.max(store) > 0 {
                total += demand.max(store).max(0);
                is_decided &= is_present.is_some() && is_known(task.duration) && is_known(*demand);
                is_decided &= task.est(store) == task.lst(store);
            }
        }
        is_decided || total <= self.capacity.min(store)
    }
}

impl Propagator for Timetable {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for User { task, demand } in &self.users {
            task.subscribe(events);
            if let Some(view) = demand.view() {
                events.on(view.var, Events::BOUNDS);
            }
        }
        if let Some(view) = self.capacity.view() {
            events.on(view.var, Events::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        self.build(store);
        let mut is_changed = self.fit(store)?;
        for number in 0..self.users.len() {
            store.spend(1)?;
            is_changed |= self.settle(number, store)?;
        }
        Ok(match is_changed {
            true => Outcome::Again,
            false if self.is_met(store) => Outcome::Entailed,
            false => Outcome::Fixpoint,
        })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        self.explain_note(request, past.note(payload), past, out);
    }
}
