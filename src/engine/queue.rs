//! Propagation queue: the propagators that are due, cheapest first.
//!
//! Propagators are due in sets: a word of bits for 64 of them. Making many due at once that watch the same variable is one
//! operation, and so is finding out that they are due already.
//!
//! Propagators of the same cost run in sweeps: words in the order in which they became due, and each by its bits. What
//! becomes due of a word after it was reached waits for the next sweep. The cheapest are swept back and forth: a chain of
//! inequalities, along which lower bounds move one way and upper bounds the other, is at its fixpoint after two sweeps, not
//! after as many as it has links (Yen, *An Algorithm for Finding Shortest Routes from All Source Nodes to a Given
//! Destination*, 1970).

use crate::engine::propagator::Cost;
use crate::store::PropId;

const COSTS: [Cost; Cost::COUNT] = [Cost::Unit, Cost::Linear, Cost::Quadratic, Cost::Expensive];

/// Propagators of one word, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Members {
    pub(crate) bits: u64,
    pub(crate) word: u32,
}

impl Members {
    /// The one propagator.
    #[inline]
    pub(crate) fn one(id: PropId) -> Members {
        Members { word: (id.index() / 64) as u32, bits: 1 << (id.index() % 64) }
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = PropId> {
        (0..64)
            .filter(move |bit| self.bits >> bit & 1 != 0)
            .map(move |bit| PropId::new(self.word as usize * 64 + bit))
    }
}

/// The sweeps of each cost. A propagator that is due at several runs at the cheapest, and then is not due at the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    by_cost: [Sweeps; Cost::COUNT],
    /// By word: the propagators that are due at each cost.
    due: Vec<[u64; Cost::COUNT]>,
    /// Bit `c` says that something may be due at cost `c`.
    waiting: u8,
    /// By word: the propagators that are not asleep.
    awake: Vec<u64>,
}

/// The order in which the propagators run that are due at one cost.
#[derive(Clone, Debug, Default)]
struct Sweeps {
    /// The words of this sweep; those before `at` have been passed.
    now: Vec<u32>,
    at: usize,
    /// The word at hand, and what was due of it when it was reached.
    word: u32,
    ahead: u64,
    /// The words of the next sweep; a word can be there twice, or have nothing that is due any more.
    next: Vec<u32>,
    /// Whether this sweep goes from the greatest number to the least.
    descends: bool,
}

impl Sweeps {
    /// Goes to the next word; `false` at the end.
    #[inline]
    fn advance(&mut self, due: &[[u64; Cost::COUNT]], cost: usize) -> bool {
        // In a small model there is one word, which is swept again and again.
        if let [of_word] = due {
            self.next.clear();
            (self.word, self.ahead) = (0, of_word[cost]);
            self.descends ^= turns(cost) && self.ahead != 0;
            return self.ahead != 0;
        }
        // In a large one often no other is due.
        if self.now.len() <= 1 && self.next.len() <= 1 {
            match self.next.first() {
                Some(&word) if self.now.is_empty() || word == self.word => {
                    if self.now.is_empty() {
                        self.now.push(word);
                    }
                    self.next.clear();
                    (self.word, self.ahead) = (word, due[word as usize][cost]);
                    self.descends ^= turns(cost);
                    return true;
                }
                None if self.now.is_empty() || due[self.word as usize][cost] == 0 => {
                    self.now.clear();
                    return false;
                }
                _ => {}
            }
        }
        self.advance_among_many(due, cost)
    }

    #[inline(never)]
    fn advance_among_many(&mut self, due: &[[u64; Cost::COUNT]], cost: usize) -> bool {
        // What has become due since the word was reached waits for the next sweep.
        if self.at < self.now.len() {
            if due[self.word as usize][cost] != 0 {
                self.next.push(self.word);
            }
            self.at += 1;
        }
        if self.at == self.now.len() {
            self.now.clear();
            self.next = std::mem::replace(&mut self.now, std::mem::take(&mut self.next));
            self.at = 0;
            if turns(cost) {
                self.now.reverse();
                self.descends = !self.descends;
            }
        }
        let Some(&word) = self.now.get(self.at) else { return false };
        (self.word, self.ahead) = (word, due[word as usize][cost]);
        true
    }

    fn clear(&mut self, due: &mut [[u64; Cost::COUNT]], cost: usize) {
        for &word in self.now[self.at..].iter().chain(&self.next) {
            due[word as usize][cost] = 0;
        }
        if let [of_word] = due {
            of_word[cost] = 0;
        }
        self.now.clear();
        self.next.clear();
        (self.at, self.ahead, self.descends) = (0, 0, false);
    }
}

/// Whether each sweep of that cost goes the other way than the one before.
#[inline]
fn turns(cost: usize) -> bool {
    cost == 0
}

impl Queue {
    /// Makes room for the propagator of the next number.
    pub(crate) fn add_propagator(&mut self, id: PropId) {
        let Members { word, bits } = Members::one(id);
        if word as usize == self.awake.len() {
            if let [of_word] = self.due[..] {
                for (sweeps, bits) in self.by_cost.iter_mut().zip(of_word) {
                    sweeps.next.extend((bits != 0).then_some(0));
                }
            }
            self.awake.push(0);
            self.due.push([0; Cost::COUNT]);
        }
        self.awake[word as usize] |= bits;
    }

    /// Makes those of `members` due at `cost` that are not asleep.
    #[inline]
    pub(crate) fn schedule(&mut self, members: Members, cost: Cost) {
        let bits = members.bits & self.awake[members.word as usize];
        if bits != 0 {
            let due = &mut self.due[members.word as usize][cost.priority()];
            if *due == 0 {
                self.by_cost[cost.priority()].next.push(members.word);
            }
            *due |= bits;
            self.waiting |= 1 << cost.priority();
        }
    }

    /// Takes off the next propagator.
    #[expect(clippy::inline_always, reason = "a fiftieth of all time, measured on magic squares")]
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<(PropId, Cost)> {
        while self.waiting != 0 {
            let cost = self.waiting.trailing_zeros() as usize;
            let sweeps = &mut self.by_cost[cost];
            let due = &mut self.due[sweeps.word as usize];
            let ahead = due[cost] & sweeps.ahead;
            if ahead == 0 {
                self.end_sweep(cost);
                continue;
            }
            let bit = if sweeps.descends { ahead.ilog2() } else { ahead.trailing_zeros() };
            let others = !(1 << bit);
            sweeps.ahead = ahead & others;
            // It is no longer due at a higher cost either.
            for (of, due) in due.iter_mut().enumerate() {
                *due &= if of < cost { !0 } else { others };
            }
            let next = PropId::new(sweeps.word as usize * 64 + bit as usize);
            if due[cost] == 0 && self.due.len() == 1 {
                sweeps.ahead = 0;
                self.waiting &= !(1 << cost);
            }
            return Some((next, COSTS[cost]));
        }
        None
    }

    /// Goes on to the next word, or the next sweep, if something is due at that cost.
    #[inline(never)]
    fn end_sweep(&mut self, cost: usize) {
        if !self.by_cost[cost].advance(&self.due, cost) {
            self.waiting &= !(1 << cost);
        }
    }

    /// Puts the propagator to sleep: it is never due until it is woken. It must not be due now.
    #[inline]
    pub(crate) fn put_to_sleep(&mut self, id: PropId) {
        let Members { word, bits } = Members::one(id);
        self.awake[word as usize] &= !bits;
    }

    /// Wakes the propagator: it can be due again.
    #[inline]
    pub(crate) fn wake(&mut self, id: PropId) {
        let Members { word, bits } = Members::one(id);
        self.awake[word as usize] |= bits;
    }

    /// Whether the propagator sleeps.
    #[inline]
    pub(crate) fn is_asleep(&self, id: PropId) -> bool {
        let Members { word, bits } = Members::one(id);
        self.awake[word as usize] & bits == 0
    }

    /// Whether certainly nothing is due: a cost at which nothing is due any more may count as due.
    #[inline]
    pub(crate) fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    /// Whether perhaps something is due at that cost or below; certainly, if something is.
    #[inline]
    pub(crate) fn is_waiting(&self, most: Cost) -> bool {
        self.waiting & ((2 << most.priority()) - 1) != 0
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        while self.waiting != 0 {
            let cost = self.waiting.trailing_zeros() as usize;
            self.by_cost[cost].clear(&mut self.due, cost);
            self.waiting &= self.waiting - 1;
        }
    }
}
