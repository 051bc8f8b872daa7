//! Explanations of `flow.rs`, by cuts of the flow.

use crate::constraints::counting::condition::within;
use crate::constraints::counting::counter::Limit;
use crate::constraints::counting::flow::{Assumed, Cut, FAILED, Flow};
use crate::constraints::counting::places::NONE;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Past, Relation};

impl Flow {
    /// The opposite of what was inferred.
    fn assumed(&self, request: ExplainRequest, payload: u32, past: &Past<'_>) -> Assumed {
        let at = payload as usize;
        if payload == FAILED {
            return Assumed::Nothing;
        }
        if at < self.views.len() {
            let place = match request {
                ExplainRequest::Atom(atom) if atom.relation() == Relation::Ne => {
                    let value = self.views[at].apply(atom.value());
                    self.values.iter().position(|&listed| i64::from(listed) == value)
                }
                _ => None,
            };
            return Assumed::At(at, place.unwrap_or(self.elsewhere()));
        }
        let (place, is_low) = ((at - self.views.len()) / 2, (at - self.views.len()).is_multiple_of(2));
        let count = &self.counts[place];
        if is_low {
            Assumed::AtMost(place, count.asked_low(request, count.max(past) + 1) - 1)
        } else {
            Assumed::AtLeast(place, count.asked_high(request, count.min(past) - 1) + 1)
        }
    }

    /// Explains why the view is at none of the places in the cut, or at none of the others.
    fn explain_view(&self, at: usize, cut: &[bool], is_in: bool, past: &Past<'_>, out: &mut Vec<Atom>) {
        let x = self.views[at];
        let lost = self.values.iter().zip(cut).filter(|&(_, &in_cut)| in_cut != is_in);
        out.extend(lost.filter_map(|(&value, _)| x.differs(value)));
        if is_in && !self.is_closed {
            within(x.var, &self.listed[at], past, out);
        }
    }

    /// The cut that appears if what was inferred is assumed not to hold.
    pub(super) fn explain_by_cut(
        &self,
        request: ExplainRequest,
        payload: u32,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let assumed = self.assumed(request, payload, past);
        if matches!(assumed, Assumed::AtMost(_, high) if high < 0) {
            return;
        }
        let mut places = self.explained.borrow_mut();
        places.start(self.views.len(), self.values.len());
        let free = match assumed {
            Assumed::At(at, _) => at,
            _ => NONE,
        };
        let limit = |place: usize| match assumed {
            Assumed::AtLeast(of, _) | Assumed::AtMost(of, _) if of == place => &Limit::Constant(0),
            _ => &self.counts[place],
        };
        let Ok(filled) = self.fill(&mut places, past, assumed, &|_| Ok(())) else { return };
        match filled {
            Ok(()) => {}
            Err(Cut::Over(first, cut)) => {
                let inside = (0..self.views.len())
                    .filter(|&at| at == first || places.of[at] != NONE && cut[places.of[at]]);
                for at in inside.filter(|&at| at != free) {
                    self.explain_view(at, &cut, true, past, out);
                }
                for place in (0..self.values.len()).filter(|&place| cut[place]) {
                    limit(place).explain_high(places.high[place], out);
                }
            }
            Err(Cut::Under(mut cut)) => {
                // Nothing has to be elsewhere.
                cut[self.elsewhere()] = false;
                let needed: i64 = (0..self.values.len()).filter(|&p| cut[p]).map(|p| places.low[p]).sum();
                let start = past.start();
                let in_cut = || self.values.iter().zip(&cut).filter(|&(_, &in_cut)| in_cut);
                let never = |at: &usize| {
                    *at == free || in_cut().all(|(&value, _)| !self.views[*at].contains(&start, value))
                };
                let mut wanted = self.views.len() as i64 - needed + 1;
                let outside = || (0..self.views.len()).filter(|&at| !cut[places.of[at]]);
                wanted -= outside().filter(never).count() as i64;
                let named = outside().filter(|at| !never(at)).take(usize::try_from(wanted).unwrap_or(0));
                named.for_each(|at| self.explain_view(at, &cut, false, past, out));
                for place in (0..self.values.len()).filter(|&place| cut[place]) {
                    limit(place).explain_low(places.low[place], past, out);
                }
            }
        }
    }
}
