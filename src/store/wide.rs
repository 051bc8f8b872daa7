//! Updates of medium and large domains, and the records that undo them.
//!
//! A record is a few words on the stack `records`, its last word being the number of details before it:
//!
//! | form | details | then |
//! |---|---|---|
//! | medium | `word number, old word` for each overwritten word | bounds, size, chain, number of details |
//! | large | the start of each added gap | bounds, size, chain, number of details |
//!
//! The chain (`chain.rs`) finds earlier records.

use crate::domain::blocks::Blocks;
use crate::domain::sparse::Sparse;
use crate::domain::{Domain, Form};
use crate::store::atom::{Atom, Relation};
use crate::store::event::Events;
use crate::store::failure::{Conflict, Failure};
use crate::store::reason::Reason;
use crate::store::trail::in_bulk;
use crate::store::var::VarId;
use crate::store::{Kind, Medium, Store};

/// The bounds of a domain, as `(min, max)`.
pub(super) type Bounds = (i32, i32);

#[inline]
fn pack(bounds: Bounds) -> u64 {
    u64::from(bounds.0 as u32) << 32 | u64::from(bounds.1 as u32)
}

#[inline]
fn unpack(word: u64) -> Bounds {
    ((word >> 32) as u32 as i32, word as u32 as i32)
}

impl Medium {
    #[inline]
    fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

impl Store {
    #[inline]
    pub(super) fn medium(&self, var: VarId) -> (&Blocks, &[u64]) {
        let medium = &self.medium[self.bits[var.index()] as usize];
        (&medium.blocks, &self.words[medium.range()])
    }

    /// The words of a small or medium domain, and the value of bit 0 of the first; no bit is set that is not in the domain.
    pub(crate) fn words(&self, var: VarId) -> Option<(i32, &[u64])> {
        let at = var.index();
        match self.shapes[at].kind {
            Kind::Small => Some((self.shapes[at].base, std::slice::from_ref(&self.bits[at]))),
            Kind::Medium => Some((self.shapes[at].base, self.medium(var).1)),
            Kind::Large => None,
        }
    }

    #[inline]
    pub(super) fn large(&self, var: VarId) -> &Sparse {
        &self.large[self.bits[var.index()] as usize]
    }

    fn as_large(&self, var: VarId) -> Option<&Sparse> {
        (self.shapes[var.index()].kind == Kind::Large).then(|| self.large(var))
    }

    #[inline]
    pub(super) fn is_medium(&self, var: VarId) -> bool {
        self.shapes[var.index()].kind == Kind::Medium
    }

    pub(super) fn wide_bounds(&self, var: VarId) -> Bounds {
        if self.is_medium(var) {
            let blocks = self.medium[self.bits[var.index()] as usize].blocks;
            (blocks.min, blocks.max)
        } else {
            let large = self.large(var);
            (large.min, large.max)
        }
    }

    pub(super) fn wide_size(&self, var: VarId) -> u64 {
        if self.is_medium(var) { u64::from(self.medium(var).0.size) } else { self.large(var).size }
    }

    pub(super) fn wide_contains(&self, var: VarId, value: i32) -> bool {
        if self.is_medium(var) {
            let (blocks, words) = self.medium(var);
            blocks.contains(words, value)
        } else {
            self.large(var).contains(value)
        }
    }

    /// The first run of values of a medium domain at `from` or above.
    pub(super) fn medium_run(&self, var: VarId, from: i32) -> Option<Bounds> {
        let (blocks, words) = self.medium(var);
        blocks.next_from(words, from).map(|low| (low, blocks.run_end(words, low)))
    }

    /// The runs of values of a large domain, ascending; `None` for others.
    pub(super) fn large_runs(&self, var: VarId) -> Option<impl Iterator<Item = Bounds> + '_> {
        self.as_large(var).map(Sparse::runs)
    }

    /// The number of gaps of a large domain, also beyond its ends; `None` for others. While it stays the same, the domain has lost no value
    /// from between its ends.
    pub(crate) fn gaps(&self, var: VarId) -> Option<usize> {
        self.as_large(var).map(Sparse::gaps)
    }

    pub(super) fn wide_domain(&self, var: VarId) -> Domain {
        Domain::from_form(if self.is_medium(var) {
            let (blocks, words) = self.medium(var);
            Form::Medium(*blocks, words.into())
        } else {
            Form::Large(Box::new(self.large(var).clone()))
        })
    }

    /// Makes `atom` true of a domain that is not small.
    pub(super) fn change_wide(&mut self, atom: Atom, why: Reason) -> Result<bool, Failure> {
        let (var, value) = (atom.var(), atom.value());
        let (min, max) = self.wide_bounds(var);
        let (already, possible) = match atom.relation() {
            Relation::Eq => (min == max && min == value, self.wide_contains(var, value)),
            Relation::Ne => (!self.wide_contains(var, value), min != max),
            Relation::Le => (max <= value, min <= value),
            Relation::Ge => (min >= value, max >= value),
        };
        if already {
            return Ok(false);
        }
        if !possible {
            return Err(self.fail(Conflict::Refused { atom, why }));
        }
        // What goes, as at most two runs within the bounds.
        let (low, high) = match atom.relation() {
            Relation::Eq => {
                ((min < value).then(|| (min, value - 1)), (value < max).then(|| (value + 1, max)))
            }
            Relation::Ne => (Some((value, value)), None),
            Relation::Le => (None, Some((value + 1, max))),
            Relation::Ge => (Some((min, value - 1)), None),
        };
        self.cut(var, low.into_iter().chain(high), atom, why);
        Ok(true)
    }

    /// Removes what is not in `kept` from a domain that is not small.
    pub(super) fn intersect_wide(&mut self, var: VarId, kept: &Domain, why: Reason) -> Result<bool, Failure> {
        let gone = self.wide_domain(var).difference(kept);
        if gone.is_empty() {
            return Ok(false);
        }
        if gone.size() == self.wide_size(var) {
            return Err(self.refute(var, why));
        }
        if self.trail.is_recording() {
            // What is kept has ends, and each is one atom, where the values beyond it would be many.
            let (low, high) = kept.min().zip(kept.max()).expect("invariant: some value stays");
            self.change_wide(Atom::ge(var, low), why)?;
            self.change_wide(Atom::le(var, high), why)?;
        }
        let (min, max) = self.wide_bounds(var);
        let holes = gone.intersect(&Domain::from(min..=max));
        if !holes.is_empty() {
            let runs = holes.ranges().map(std::ops::RangeInclusive::into_inner);
            self.cut(var, runs, in_bulk(var), why);
        }
        Ok(true)
    }

    /// Removes runs of values that lie within the bounds; some value stays. Saves what was, and notes the events.
    fn cut(&mut self, var: VarId, runs: impl Iterator<Item = Bounds> + Clone, posted: Atom, why: Reason) {
        let saves = self.trail.is_recording() || self.trail.level() > 0;
        let records = &mut self.trail.records;
        let from = records.len();
        let number = self.bits[var.index()] as usize;
        let (old, size, new) = if self.shapes[var.index()].kind == Kind::Medium {
            let Medium { blocks, start, length } = &mut self.medium[number];
            let words = &mut self.words[*start as usize..(*start + *length) as usize];
            let header = *blocks;
            let keep = runs.flat_map(|(low, high)| header.masks(low, high)).map(|(w, mask)| (w, !mask));
            blocks.keep(words, keep, |w, word| {
                records.push(w as u64);
                records.push(word);
            });
            ((header.min, header.max), u64::from(header.size), (blocks.min, blocks.max))
        } else {
            let sparse = &mut self.large[number];
            let (old, size) = ((sparse.min, sparse.max), sparse.size);
            cut_large(sparse, runs, |start| records.push(u64::from(start as u32)));
            (old, size, (sparse.min, sparse.max))
        };
        if saves {
            let details = records.len() - from;
            let chain = self.trail.next_chain(var).pack();
            let records = &mut self.trail.records;
            records.extend_from_slice(&[pack(old), size, chain, details as u64]);
            let end = records.len() as u64;
            self.trail.save(var, end, posted, why);
        } else {
            records.truncate(from);
        }
        self.note(var, Events::between(old, new));
    }

    /// Undoes the newest record, which is one of `var`.
    pub(super) fn restore_wide(&mut self, var: VarId) {
        let number = self.bits[var.index()] as usize;
        let end = self.trail.records.len();
        let start = if self.is_medium(var) {
            let Medium { blocks, start, length } = &mut self.medium[number];
            let words = &mut self.words[*start as usize..(*start + *length) as usize];
            undo_medium(blocks, words, &self.trail.records, end)
        } else {
            undo_large(&mut self.large[number], &self.trail.records, end)
        };
        self.trail.records.truncate(start);
    }

    /// Reads the domain of `var`, which is not small, when the trail held `position` changes, into another one, whose memory is used
    /// where it fits.
    pub(super) fn read_wide_domain_at(&self, var: VarId, position: usize, into: &mut Domain) {
        let newer = self.trail.history(var).take_while(|(at, _)| *at >= position);
        let ends = newer.map(|(_, change)| change.old as usize);
        if self.is_medium(var) {
            let (own, own_words) = self.medium(var);
            let form = into.form_mut();
            if !matches!(form, Form::Medium(_, words) if words.len() == own_words.len()) {
                *form = Form::Medium(*own, own_words.into());
            }
            let Form::Medium(blocks, words) = form else { return };
            *blocks = *own;
            words.copy_from_slice(own_words);
            for end in ends {
                undo_medium(blocks, words, &self.trail.records, end);
            }
        } else {
            let form = into.form_mut();
            if !matches!(form, Form::Large(_)) {
                *form = Form::Large(Box::new(self.large(var).clone()));
            }
            let Form::Large(sparse) = form else { return };
            sparse.copy_from(self.large(var));
            if sparse.gaps() == 0 {
                // It never had any: its bounds are all of it.
                let ((min, max), size) = self.past(position).wide(var);
                (sparse.min, sparse.max, sparse.size) = (min, max, size);
                return;
            }
            for end in ends {
                undo_large(sparse, &self.trail.records, end);
            }
        }
    }
}

fn cut_large(sparse: &mut Sparse, runs: impl Iterator<Item = Bounds> + Clone, mut added: impl FnMut(i32)) {
    // Runs that touch an end first move that end; what is left lies strictly inside and becomes a gap.
    for (low, high) in runs.clone() {
        if low <= sparse.min && high < sparse.max {
            sparse.set_min(high + 1);
        }
    }
    for (low, high) in runs {
        if high >= sparse.max && low > sparse.min && low <= sparse.max {
            sparse.set_max(low - 1);
        } else if low > sparse.min && high < sparse.max {
            sparse.punch(low, high, &mut added);
        }
    }
}

/// Reads the tail of the record that ends at `end`: bounds, size, and where the details are.
pub(super) fn tail(records: &[u64], end: usize) -> (Bounds, u64, std::ops::Range<usize>) {
    let [bounds, size, details] = [records[end - 4], records[end - 3], records[end - 1]];
    (unpack(bounds), size, end - 4 - details as usize..end - 4)
}

/// Undoes one record; returns where it starts.
fn undo_medium(blocks: &mut Blocks, words: &mut [u64], records: &[u64], end: usize) -> usize {
    let (bounds, size, details) = tail(records, end);
    for pair in records[details.clone()].rchunks_exact(2) {
        words[pair[0] as usize] = pair[1];
    }
    *blocks = Blocks { base: blocks.base, min: bounds.0, max: bounds.1, size: size as u32 };
    details.start
}

fn undo_large(sparse: &mut Sparse, records: &[u64], end: usize) -> usize {
    let (bounds, size, details) = tail(records, end);
    for &start in records[details.clone()].iter().rev() {
        sparse.fill(start as u32 as i32);
    }
    (sparse.min, sparse.max, sparse.size) = (bounds.0, bounds.1, size);
    details.start
}
