//! Nogood arena: headers and literals of all nogoods in one allocation.
//!
//! Propagation of a nogood mostly waits for memory, so each is in one place, its header right before its literals; its number is where
//! it starts.

use crate::learn::literals::Literal;
use crate::store::NogoodId;

/// The header, in words: the number of literals, where the search for one to watch goes on, levels and use.
const LENGTH: usize = 0;
const RESUME: usize = 1;
const LEVELS: usize = 2;
const HEADER: usize = 3;

/// Nogoods, each of two literals or more.
#[derive(Clone, Debug, Default)]
pub(super) struct Arena {
    words: Vec<u32>,
    many: usize,
}

impl Arena {
    /// The number of nogoods.
    pub(super) fn len(&self) -> usize {
        self.many
    }

    /// The memory that they take, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Adds a nogood, which counts as used.
    pub(super) fn push(&mut self, literals: &[Literal], levels: u32) -> NogoodId {
        let start = self.words.len();
        self.words.extend([0, 2, levels << 1 | 1]);
        self.words.extend(literals.iter().map(|literal| literal.number()));
        self.words[start + LENGTH] = (self.words.len() - start - HEADER) as u32;
        self.many += 1;
        NogoodId::new(start)
    }

    #[inline]
    fn word(&self, id: NogoodId, field: usize) -> u32 {
        self.words[id.index() + field]
    }

    fn word_mut(&mut self, id: NogoodId, field: usize) -> &mut u32 {
        &mut self.words[id.index() + field]
    }

    /// The number of its literals.
    #[inline]
    pub(super) fn length(&self, id: NogoodId) -> usize {
        self.word(id, LENGTH) as usize
    }

    /// Its LBD: from how many levels its atoms came when it was learned. 0 for one that stays.
    pub(super) fn levels(&self, id: NogoodId) -> u32 {
        self.word(id, LEVELS) >> 1
    }

    /// Whether it was of use since that was last reset.
    pub(super) fn is_used(&self, id: NogoodId) -> bool {
        self.word(id, LEVELS) & 1 != 0
    }

    /// Notes that it was of use.
    pub(super) fn note_use(&mut self, id: NogoodId) {
        *self.word_mut(id, LEVELS) |= 1;
    }

    /// Marks all as unused; from now on, use is counted again.
    pub(super) fn reset_use(&mut self) {
        let mut at = 0;
        while let Some(id) = self.after(&mut at) {
            *self.word_mut(id, LEVELS) &= !1;
        }
    }

    /// Copies levels and use of one nogood, in another arena, to this one.
    pub(super) fn inherit(&mut self, id: NogoodId, from: (&Arena, NogoodId)) {
        let (old, other) = from;
        *self.word_mut(id, LEVELS) = old.word(other, LEVELS);
    }

    fn after(&self, at: &mut usize) -> Option<NogoodId> {
        let length = *self.words.get(*at)?;
        let id = NogoodId::new(*at);
        *at += HEADER + length as usize;
        Some(id)
    }

    /// All of them, the oldest first.
    pub(super) fn ids(&self) -> impl Iterator<Item = NogoodId> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || self.after(&mut at))
    }

    /// Its literals.
    #[inline]
    pub(super) fn literals(&self, id: NogoodId) -> impl Iterator<Item = Literal> + '_ {
        let start = id.index() + HEADER;
        self.words[start..start + self.length(id)].iter().map(|&word| Literal::of_number(word))
    }

    /// Its two watched literals.
    #[inline]
    pub(super) fn watched(&self, id: NogoodId) -> [Literal; 2] {
        let start = id.index() + HEADER;
        [self.words[start], self.words[start + 1]].map(Literal::of_number)
    }

    /// From now on it watches `other`, and another one than `own` that `is_open` accepts, if there is one: that is returned. The
    /// search begins where the one before it ended.
    #[inline]
    pub(super) fn rewatch(
        &mut self,
        id: NogoodId,
        (own, other): (Literal, Literal),
        is_open: impl Fn(Literal) -> bool,
    ) -> Option<Literal> {
        let (header, rest) = self.words[id.index()..].split_at_mut(HEADER);
        let words = &mut rest[..header[LENGTH] as usize];
        let from = (header[RESUME] as usize).clamp(2, words.len());
        let is_open = |word: &u32| is_open(Literal::of_number(*word));
        let at = match words[from..].iter().position(is_open) {
            Some(offset) => from + offset,
            None => 2 + words[2..from].iter().position(is_open)?,
        };
        header[RESUME] = at as u32;
        let found = words[at];
        words[at] = own.number();
        (words[0], words[1]) = (other.number(), found);
        Some(Literal::of_number(found))
    }
}
