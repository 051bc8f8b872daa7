//! Places: which view of `flow.rs` is where, and augmenting paths, along which views move to another place while others make room, or to a
//! place that has too few.
//!
//! The places that a view can be at, those that have room, and those that a search for a path has come to are sets of bits: a step looks
//! at a word of places at once.

use smallvec::SmallVec;

use crate::constraints::counting::bit_matrix::BitMatrix;
use crate::store::Failure;

pub(super) type List<T> = SmallVec<[T; 32]>;

/// Told how many steps are done next; an error ends the work.
pub(super) type Spends<'a> = &'a dyn Fn(usize) -> Result<(), Failure>;

/// Where the views are.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// By view: the places that it can be at. The last place is that of all values that are not listed.
    pub(super) can: BitMatrix,
    /// By view; that of no place is `NONE`.
    pub(super) of: List<usize>,
    /// By place: how many views are there, must be, and may be.
    pub(super) load: List<i64>,
    pub(super) low: List<i64>,
    pub(super) high: List<i64>,
    /// By place that the search has come to: the view that would come there, and where it would go to, or come from.
    via: List<usize>,
    toward: List<usize>,
    queue: List<usize>,
    /// The places that the search has come to, and those with room.
    found: List<u64>,
    room: List<u64>,
    /// The view that was moved last to make up for too few.
    moved: usize,
}

pub(super) const NONE: usize = usize::MAX;

/// The number of views that are looked at before their work is counted against the time limit.
const STRIDE: usize = 64;

fn refill<T: Copy>(list: &mut List<T>, value: T, length: usize) {
    list.clear();
    list.resize(length, value);
}

impl Places {
    /// No view is at any place; nothing has been read of where they can be.
    pub(super) fn start(&mut self, views: usize, values: usize) {
        self.can.resize(views, values + 1);
        refill(&mut self.of, NONE, views);
        refill(&mut self.via, NONE, values + 1);
        refill(&mut self.toward, NONE, values + 1);
        refill(&mut self.load, 0, values + 1);
        self.moved = 0;
    }

    /// Takes the views from where they cannot be any more, or are too many.
    pub(super) fn keep(&mut self) {
        self.load.fill(0);
        for at in 0..self.of.len() {
            let place = self.of[at];
            if place != NONE && self.load[place] < self.high[place] && self.can.contains(at, place) {
                self.load[place] += 1;
            } else {
                self.of[at] = NONE;
            }
        }
    }

    /// By place: whether the last search has come to it.
    pub(super) fn cut(&self) -> List<bool> {
        (0..self.load.len()).map(|place| self.has_found(place)).collect()
    }

    #[inline]
    fn has_found(&self, place: usize) -> bool {
        self.found[place / 64] >> (place % 64) & 1 != 0
    }

    #[inline]
    fn find(&mut self, place: usize) {
        self.found[place / 64] |= 1 << (place % 64);
    }

    fn start_search(&mut self) {
        self.queue.clear();
        refill(&mut self.found, 0, self.can.width());
    }

    /// Moves one of these views, all of one place, to another place, and others to make room; false if there is none.
    pub(super) fn push(&mut self, from: &[usize], spends: Spends<'_>) -> Result<bool, Failure> {
        self.start_search();
        refill(&mut self.room, 0, self.can.width());
        for (place, load) in self.load.iter().enumerate() {
            self.room[place / 64] |= u64::from(*load < self.high[place]) << (place % 64);
        }
        let start = self.of[from[0]];
        if start != NONE {
            self.find(start);
        }
        for &at in from {
            spends(self.can.width())?;
            if let Some(place) = self.visit(at) {
                self.make_room(place, start);
                return Ok(true);
            }
        }
        let mut next = 0;
        while let Some(&place) = self.queue.get(next) {
            next += 1;
            spends(self.of.len())?;
            for at in 0..self.of.len() {
                if self.of[at] != place {
                    continue;
                }
                if let Some(place) = self.visit(at) {
                    self.make_room(place, start);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Moves a view to that place, which has room, and others to where one was, back to the place that the first is taken from.
    fn make_room(&mut self, place: usize, start: usize) {
        self.load[place] += 1;
        let mut to = place;
        loop {
            let at = self.via[to];
            let before = std::mem::replace(&mut self.of[at], to);
            if before == start {
                return;
            }
            to = before;
        }
    }

    /// Goes on from a view to all places that it can be at; the first of them that has room, if one has.
    fn visit(&mut self, at: usize) -> Option<usize> {
        let Places { can, via, queue, found, room, .. } = self;
        let row = can.row(at);
        for word in 0..row.len() {
            let free = row[word] & !found[word] & room[word];
            if free != 0 {
                let place = word * 64 + free.trailing_zeros() as usize;
                via[place] = at;
                return Some(place);
            }
        }
        for word in 0..row.len() {
            let mut new = row[word] & !found[word];
            found[word] |= new;
            while new != 0 {
                let place = word * 64 + new.trailing_zeros() as usize;
                new &= new - 1;
                via[place] = at;
                queue.push(place);
            }
        }
        None
    }

    /// Moves a view to that place from one that can spare it, and others to make up for it; false if there is none.
    pub(super) fn pull(&mut self, place: usize, spends: Spends<'_>) -> Result<bool, Failure> {
        self.start_search();
        self.queue.push(place);
        // It is in the cut itself.
        self.find(place);
        let mut next = 0;
        while let Some(&to) = self.queue.get(next) {
            next += 1;
            // On from the view that moved last: those before it were of no use then, and seldom are now.
            let (first, views) = (self.moved, self.of.len());
            for (step, at) in (first..views).chain(0..first).enumerate() {
                if step % STRIDE == 0 {
                    spends(STRIDE)?;
                }
                let from = self.of[at];
                if self.has_found(from) || !self.can.contains(at, to) {
                    continue;
                }
                self.find(from);
                (self.via[from], self.toward[from]) = (at, to);
                if self.load[from] > self.low[from] {
                    self.moved = at;
                    self.load[from] -= 1;
                    self.load[place] += 1;
                    let mut place_of = from;
                    while place_of != place {
                        self.of[self.via[place_of]] = self.toward[place_of];
                        place_of = self.toward[place_of];
                    }
                    return Ok(true);
                }
                self.queue.push(from);
            }
        }
        Ok(false)
    }

    /// The least number of views that a place can have, which it has then.
    pub(super) fn least(&mut self, place: usize, spends: Spends<'_>) -> Result<i64, Failure> {
        let mut there: List<usize> = List::new();
        loop {
            spends(self.of.len())?;
            there.clear();
            there.extend((0..self.of.len()).filter(|&at| self.of[at] == place));
            let can_move = self.load[place] > self.low[place] && !there.is_empty();
            if !(can_move && self.push(&there, spends)?) {
                return Ok(self.load[place]);
            }
            self.load[place] -= 1;
        }
    }

    /// The greatest number of views that a place can have, which it has then.
    pub(super) fn greatest(&mut self, place: usize, spends: Spends<'_>) -> Result<i64, Failure> {
        while self.load[place] < self.high[place] && self.pull(place, spends)? {}
        Ok(self.load[place])
    }
}
