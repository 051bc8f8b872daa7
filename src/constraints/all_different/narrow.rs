//! `all_different` on a narrow scope: every set of values is one word.
//!
//! Two stages. The cheap one (`singles.rs`) takes the value of a fixed view from all others and, at domain consistency, finds
//! values that have only one place left. The expensive one (`parts.rs`), at domain consistency only, waits until nothing cheaper
//! is due and makes the scope domain consistent.

use crate::constraints::all_different::parts::Parts;
use crate::constraints::all_different::shifted_var::ShiftedVar;
use crate::constraints::all_different::{because, hall};
use crate::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, Trailed, View};

/// The propagator, at value or domain consistency.
#[derive(Clone, Debug)]
pub(super) struct Narrow {
    /// For explanations, in the order of the scope.
    views: Vec<View>,
    /// The value of bit 0 of the window.
    first: i64,
    /// The scope; those that were not fixed at the last run come first.
    pub(super) places: Vec<ShiftedVar>,
    /// How many those are.
    pub(super) open: Trailed,
    pub(super) consistency: Consistency,
    /// Whether there are as many values as views, so that each value has a place.
    pub(super) is_permutation: bool,
    /// Whether a variable occurs in the scope twice: then one pass may not be a fixpoint.
    repeats: bool,
    parts: Parts,
}

impl Narrow {
    /// The propagator for a narrow scope of at most 64 unscaled views of small domains; `None` for any other scope.
    pub(super) fn new(views: &[View], consistency: Consistency, to: &mut Poster<'_>) -> Option<Narrow> {
        let store = to.store();
        // The value of bit 0, and of the highest bit that is set now; bits only ever go.
        let ends = |x: &View| {
            let base = store.base(x.var).filter(|_| x.scale() == 1)?;
            let first = x.apply(base);
            Some((first, first + i64::from(store.bits(x.var).ilog2())))
        };
        let ends: Vec<(i64, i64)> = views.iter().map(ends).collect::<Option<_>>()?;
        let first = ends.iter().map(|e| e.0).min()?;
        if views.len() > 64 || ends.iter().any(|e| e.1 - first >= 64) {
            return None;
        }
        let scope = (0..).zip(views).zip(&ends);
        let place = |((number, x), e): ((u8, &View), &(i64, i64))| ShiftedVar {
            var: x.var,
            shift: (e.0 - first) as u8,
            number,
        };
        let places: Vec<ShiftedVar> = scope.map(place).collect();
        // That each value has a place follows from the initial domains, so that explanations need no premise for it.
        let made = store.past(0);
        let bits = |place: &ShiftedVar| made.word(place.var).map(|(_, bits)| u128::from(bits) << place.shift);
        let values = places.iter().try_fold(0, |all, place| Some(all | bits(place)?))?;
        let is_permutation = values.count_ones() as usize == views.len();
        let repeats = places.iter().enumerate().any(|(i, p)| places[..i].iter().any(|q| p.var == q.var));
        let open = to.new_trailed(places.len() as u64);
        Some(Narrow {
            views: views.to_vec(),
            first,
            parts: Parts::new(),
            places,
            open,
            consistency,
            is_permutation,
            repeats,
        })
    }
}

impl Propagator for Narrow {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        let wanted = if self.consistency == Consistency::Domain { Events::CHANGED } else { Events::FIXED };
        events.on_all(&self.views, wanted);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, cost: Cost) -> Result<Outcome, Failure> {
        if cost == Cost::Linear {
            let open = self.singles(store)?;
            if open < 2 {
                return Ok(Outcome::Entailed);
            }
            // With two views left, or three that share three values, the singles find everything.
            let settled = open == 2 || (open == 3 && self.is_permutation);
            if self.consistency == Consistency::Domain && !settled {
                return Ok(Outcome::Defer(Cost::Expensive));
            }
        } else {
            let open = store.get(self.open) as usize;
            self.parts.filter(store, &self.places[..open])?;
        }
        Ok(if self.repeats { Outcome::Again } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        match (payload, request) {
            (because::ONLY_PLACE..because::TAKEN_BY, ExplainRequest::Atom(atom)) => {
                let value = (self.first + i64::from(payload - because::ONLY_PLACE)) as i32;
                hall::only_place(&self.views, atom.var(), value, past, out);
            }
            _ => hall::explain(&self.views, request, payload, past, out),
        }
    }
}
