//! The propagator of `Σ fᵢ·xᵢ ≠ c`.
//!
//! As long as two variables are open, nothing follows, and two open ones are kept in front. Once one is left, it loses the value
//! that would make up the total.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | O(1) a run while the two variables in front are open; the search for another is one sweep |
//! | Wakes on | a variable that is fixed |
//! | Explains | by the values of all other variables |

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Store, VarId};

#[derive(Clone, Debug)]
pub(super) struct Different {
    /// Those in front were open when they were put there. That is not undone: what is open now was open before.
    terms: Vec<(i64, VarId)>,
    total: i64,
}

impl Different {
    /// The propagator for at least two distinct variables, with factors that are not 0.
    pub(super) fn new(terms: Vec<(i64, VarId)>, total: i64) -> Different {
        Different { terms, total }
    }

    /// Puts open variables into the first two places, as far as there are any; how many there are, two at most.
    fn open(&mut self, store: &Store) -> usize {
        for place in 0..2 {
            let is_open = |&(_, var): &(i64, VarId)| store.value(var).is_none();
            if is_open(&self.terms[place]) {
                continue;
            }
            match self.terms[place + 1..].iter().position(is_open) {
                Some(at) => self.terms.swap(place, place + 1 + at),
                None => return place,
            }
        }
        2
    }
}

impl Propagator for Different {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.terms.iter().for_each(|&(_, var)| events.on(var, Events::FIXED));
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let open = self.open(store);
        if open == 2 {
            return Ok(Outcome::Fixpoint);
        }
        let why = store.because(0);
        let known = |&(factor, var): &(i64, VarId)| factor * i64::from(store.min(var));
        let rest = self.total - self.terms[open..].iter().map(known).sum::<i64>();
        let (factor, last) = self.terms[0];
        if open == 0 {
            return if rest == 0 { Err(store.contradiction(why)) } else { Ok(Outcome::Entailed) };
        }
        if rest % factor == 0
            && let Ok(value) = i32::try_from(rest / factor)
        {
            store.remove(last, value, why)?;
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let own = match request {
            ExplainRequest::Atom(atom) => Some(atom.var()),
            ExplainRequest::Emptied(var) => Some(var),
            ExplainRequest::Failure => None,
        };
        let others = self.terms.iter().map(|&(_, var)| var).filter(|&var| Some(var) != own);
        out.extend(others.map(|var| Atom::eq(var, past.min(var))));
    }
}
