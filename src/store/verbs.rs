//! Domain updates (verbs): the only operations that change a domain, and access to the bits of small domains.
//!
//! Here on small domains, word by word; `wide.rs` does the same for medium and large ones.

use crate::domain::Domain;
use crate::domain::small::Small;
use crate::store::atom::{Atom, Relation};
use crate::store::event::Events;
use crate::store::failure::{Conflict, Failure};
use crate::store::reason::Reason;
use crate::store::trail::in_bulk;
use crate::store::var::VarId;
use crate::store::view::View;
use crate::store::{Kind, Store};

impl Store {
    /// Leaves only `value`.
    ///
    /// # Errors
    /// [`Failure`] if `value` is not in the domain.
    #[inline]
    pub fn fix(&mut self, var: VarId, value: i32, why: Reason) -> Result<bool, Failure> {
        match self.small(var) {
            Some(small) => self.change_small(var, small.bits, small.bit(value), Atom::eq(var, value), why),
            None => self.change_wide(Atom::eq(var, value), why),
        }
    }

    /// Removes `value`.
    ///
    /// # Errors
    /// [`Failure`] if it is the only one.
    #[inline]
    pub fn remove(&mut self, var: VarId, value: i32, why: Reason) -> Result<bool, Failure> {
        match self.small(var) {
            Some(small) => self.change_small(var, small.bits, !small.bit(value), Atom::ne(var, value), why),
            None => self.change_wide(Atom::ne(var, value), why),
        }
    }

    /// Removes all values below `low`.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_min(&mut self, var: VarId, low: i32, why: Reason) -> Result<bool, Failure> {
        match self.small(var) {
            Some(small) => self.change_small(var, small.bits, small.from(low), Atom::ge(var, low), why),
            None => self.change_wide(Atom::ge(var, low), why),
        }
    }

    /// Removes all values above `high`.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_max(&mut self, var: VarId, high: i32, why: Reason) -> Result<bool, Failure> {
        match self.small(var) {
            Some(small) => self.change_small(var, small.bits, small.to(high), Atom::le(var, high), why),
            None => self.change_wide(Atom::le(var, high), why),
        }
    }

    /// Makes `atom` true.
    ///
    /// # Errors
    /// [`Failure`] if no value that satisfies it is left.
    #[inline]
    pub fn apply(&mut self, atom: Atom, why: Reason) -> Result<bool, Failure> {
        let (var, value) = (atom.var(), atom.value());
        match atom.relation() {
            Relation::Eq => self.fix(var, value, why),
            Relation::Ne => self.remove(var, value, why),
            Relation::Le => self.set_max(var, value, why),
            Relation::Ge => self.set_min(var, value, why),
        }
    }

    #[inline(never)]
    fn wide_truth(&self, atom: Atom) -> Option<bool> {
        if atom.holds(self) {
            Some(true)
        } else if (!atom).holds(self) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether `atom` is true, or false; `None` while it is open.
    #[inline]
    pub(crate) fn truth(&self, atom: Atom) -> Option<bool> {
        let (var, value) = (atom.var(), atom.value());
        let Some(small) = self.small(var) else { return self.wide_truth(atom) };
        let allowed = match atom.relation() {
            Relation::Eq => small.bit(value),
            Relation::Ne => !small.bit(value),
            Relation::Le => small.to(value),
            Relation::Ge => small.from(value),
        };
        match (small.bits & allowed, small.bits & !allowed) {
            (0, _) => Some(false),
            (_, 0) => Some(true),
            _ => None,
        }
    }

    /// Removes the values that are not in `kept`.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    pub fn intersect(&mut self, var: VarId, kept: &Domain, why: Reason) -> Result<bool, Failure> {
        if let Some(small) = self.small(var) {
            let ranges = kept.ranges().map(|r| small.from(*r.start()) & small.to(*r.end()));
            let mask = ranges.fold(0, |mask, run| mask | run);
            return self.keep_bits(var, mask, why);
        }
        self.intersect_wide(var, kept, why)
    }

    /// The bits of a small domain: bit `i` for the value [`base`](Self::base)` + i`.
    ///
    /// Only where [`base`](Self::base) is `Some`; otherwise the number means nothing.
    #[inline]
    pub fn bits(&self, var: VarId) -> u64 {
        self.bits[var.index()]
    }

    /// The value of bit 0 of a small domain (span at most 64 when the variable was made); `None` for any other.
    /// It never changes.
    pub fn base(&self, var: VarId) -> Option<i32> {
        let shape = self.shapes[var.index()];
        (shape.kind == Kind::Small).then_some(shape.base)
    }

    /// Removes the values of a small domain whose bits are not in `mask`. The bulk verb of propagators that work on
    /// words; where [`base`](Self::base) is `None` it does nothing.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[expect(clippy::inline_always, reason = "a tenth of all time, measured on magic squares")]
    #[inline(always)]
    pub fn keep_bits(&mut self, var: VarId, mask: u64, why: Reason) -> Result<bool, Failure> {
        let old = self.bits[var.index()];
        let new = old & mask;
        if new == old || self.shapes[var.index()].kind != Kind::Small {
            return Ok(false);
        }
        if new == 0 {
            return Err(self.refute(var, why));
        }
        self.replace_small(var, old, new, in_bulk(var), why);
        Ok(true)
    }

    /// Removes the values of a small domain whose bits are below `low` or above `high`, and says which bits are left. The
    /// verb of propagators that work on the ends of words.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[expect(clippy::inline_always, reason = "a tenth of all time, measured on magic squares")]
    #[inline(always)]
    pub(crate) fn clip(&mut self, var: VarId, low: u32, high: u32, why: Reason) -> Result<u64, Failure> {
        let old = self.bits[var.index()];
        let new = old & u64::MAX << low & u64::MAX >> (63 - high);
        if new == 0 || self.trail.is_recording() {
            return self.clip_each_end(var, low, high, why);
        }
        if new != old {
            self.replace_small(var, old, new, in_bulk(var), why);
        }
        Ok(new)
    }

    /// [Clips](Self::clip) a domain with an atom for each end, which explanations need.
    fn clip_each_end(&mut self, var: VarId, low: u32, high: u32, why: Reason) -> Result<u64, Failure> {
        let base = self.shapes[var.index()].base;
        self.set_max(var, base + high as i32, why)?;
        self.set_min(var, base + low as i32, why)?;
        Ok(self.bits[var.index()])
    }

    /// The runs of consecutive values of a domain, ascending, as `(low, high)`; without a copy of it.
    pub fn runs(&self, var: VarId) -> impl Iterator<Item = (i32, i32)> + '_ {
        let mut from = Some(i32::MIN);
        let mut large = self.large_runs(var);
        std::iter::from_fn(move || {
            if let Some(runs) = &mut large {
                return runs.next();
            }
            let run = match self.small(var) {
                Some(small) => small.next_from(from?).map(|low| (low, small.run_end(low))),
                None => self.medium_run(var, from?),
            };
            from = run.and_then(|(_, high)| high.checked_add(1));
            run
        })
    }

    #[inline]
    pub(super) fn small(&self, var: VarId) -> Option<Small> {
        let shape = self.shapes[var.index()];
        (shape.kind == Kind::Small).then(|| Small { base: shape.base, bits: self.bits[var.index()] })
    }

    #[inline]
    fn change_small(
        &mut self,
        var: VarId,
        old: u64,
        mask: u64,
        atom: Atom,
        why: Reason,
    ) -> Result<bool, Failure> {
        let new = old & mask;
        if new == old {
            return Ok(false);
        }
        if new == 0 {
            return Err(self.fail(Conflict::Refused { atom, why }));
        }
        self.replace_small(var, old, new, atom, why);
        Ok(true)
    }

    /// The hottest operation of all searches: without recording it is a dozen instructions.
    #[expect(clippy::inline_always, reason = "a tenth of all time, measured on magic squares")]
    #[inline(always)]
    fn replace_small(&mut self, var: VarId, old: u64, new: u64, posted: Atom, why: Reason) {
        if self.trail.is_recording() {
            self.trail.save(var, old, posted, why);
        } else {
            self.trail.save_once_a_level(var, old);
        }
        self.bits[var.index()] = new;
        self.note(var, Events::between_bits(old, new));
    }
}

impl View {
    /// Fixes the view to `value`; true if that changed the domain.
    ///
    /// # Errors
    /// [`Failure`] if `value` is not possible.
    #[inline]
    pub fn fix(self, store: &mut Store, value: i32, why: Reason) -> Result<bool, Failure> {
        match self.invert(value) {
            Some(v) => store.fix(self.var, v, why),
            None => Err(store.refute(self.var, why)),
        }
    }

    /// Removes `value`; true if it was there.
    ///
    /// # Errors
    /// [`Failure`] if no other value is left.
    #[inline]
    pub fn remove(self, store: &mut Store, value: i32, why: Reason) -> Result<bool, Failure> {
        self.invert(value).map_or(Ok(false), |v| store.remove(self.var, v, why))
    }

    /// Removes all values below `low`; true if there were any.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_min(self, store: &mut Store, low: i32, why: Reason) -> Result<bool, Failure> {
        match self.at_least(low) {
            Some(atom) => store.apply(atom, why),
            None => Ok(false),
        }
    }

    /// Removes all values above `high`; true if there were any.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_max(self, store: &mut Store, high: i32, why: Reason) -> Result<bool, Failure> {
        match self.at_most(high) {
            Some(atom) => store.apply(atom, why),
            None => Ok(false),
        }
    }
}
