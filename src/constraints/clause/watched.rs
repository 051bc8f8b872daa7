//! The propagator of a clause over several variables, by two watched literals.
//!
//! Two literals of different variables are watched. As long as neither is false, nothing follows: some value of either variable
//! satisfies the clause. Where one becomes false, a literal that is not false takes its place, of any variable but that of the other.
//! Without such a literal, the clause is about one variable only, and that takes one of the values that its literals allow.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain |
//! | Cost | each literal that becomes false while it is watched: the search for another one, around from the last, so that a long clause is passed through once on the way down a branch |
//! | Waits for | the negations of two literals |
//! | Explains | by the negations of the literals that do not imply what is asked, each as weak as it can be |
//! | Source | Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff*, DAC 2001; Gent, *Optimal Implementation of Watched Literals and More General Techniques*, JAIR 48, 2013 |

use smallvec::SmallVec;

use crate::constraints::clause::normal::sets;
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Notice, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Failure, Past, Relation, Store, VarId};

/// The first two literals are watched. Which ones they are is not undone: a literal that is not false now was not before.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    literals: SmallVec<[Atom; 3]>,
    /// Where the search for another literal to be watched goes on.
    next: u32,
    /// Variables of several literals, each with the values that these allow.
    sets: Box<[(VarId, Domain)]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as atoms of a model are passed")]
fn parts(literal: &Atom) -> (VarId, Relation, i32) {
    (literal.var(), literal.relation(), literal.value())
}

fn is_false(literal: Atom, domains: &impl Domains) -> bool {
    (!literal).holds(domains)
}

impl Watched {
    /// The propagator for literals that are all needed, of at least two variables.
    pub(super) fn new(mut literals: Vec<Atom>, store: &Store) -> Watched {
        let sets = sets(&literals, parts).into();
        // Where not even two are left that are not false, the first run decides the clause for good.
        let open = literals.iter().position(|&literal| !is_false(literal, store)).unwrap_or(0);
        literals.swap(0, open);
        let first = literals[0].var();
        let others = |&at: &usize| literals[at].var() != first;
        let open = (1..literals.len()).filter(others).find(|&at| !is_false(literals[at], store));
        let second = open.or_else(|| (1..literals.len()).find(others));
        literals.swap(1, second.unwrap_or(1));
        Watched { literals: literals.into(), next: 2, sets }
    }

    /// What is left of the clause is about the variable of this literal, and of more of its literals than this one.
    fn take_one_of_several(&self, literal: Atom, store: &mut Store) -> Result<(), Failure> {
        let (var, why) = (literal.var(), store.because(0));
        if let Some((_, values)) = self.sets.iter().find(|&&(of, _)| of == var)
            && let (Some(min), Some(max)) = (values.min(), values.max())
        {
            store.set_min(var, min, why)?;
            store.set_max(var, max, why)?;
            store.intersect(var, values, why)?;
        }
        Ok(())
    }
}

impl Propagator for Watched {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for (at, &literal) in self.literals.iter().enumerate() {
            if at < 2 {
                events.wait_for(!literal);
            } else {
                events.may_wait_for(!literal);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn notice(&mut self, atom: Atom, store: &Store) -> Notice {
        // One look at where they are, in place of one for each literal.
        let literals = self.literals.as_mut_slice();
        if !literals[0] == atom {
            literals.swap(0, 1);
        }
        let other = literals[0];
        if other.holds(store) {
            return Notice::Stay { unless: other };
        }
        let (start, end) = (self.next as usize, literals.len());
        let is_next = |&at: &usize| {
            let literal = literals[at];
            literal.var() != other.var() && !is_false(literal, store)
        };
        match (start..end).chain(2..start).find(is_next) {
            Some(at) => {
                literals.swap(1, at);
                self.next = at as u32;
                Notice::Move { to: !literals[1], unless: other }
            }
            None => Notice::Run,
        }
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut open: Option<Atom> = None;
        let mut has_several = false;
        for &literal in self.literals.as_slice() {
            if is_false(literal, store) {
                continue;
            }
            match open {
                None => open = Some(literal),
                Some(first) if first.var() == literal.var() => has_several = true,
                Some(first) if first.holds(store) || literal.holds(store) => return Ok(Outcome::Entailed),
                Some(_) => return Ok(Outcome::Fixpoint),
            }
        }
        match open {
            None => return Err(store.contradiction(store.because(0))),
            Some(literal) if has_several => self.take_one_of_several(literal, store)?,
            Some(literal) => {
                store.apply(literal, store.because(0))?;
            }
        }
        Ok(Outcome::Entailed)
    }

    fn explain(&self, request: ExplainRequest, _: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        let is_premise = |literal: &&Atom| match request {
            ExplainRequest::Atom(asked) => !literal.implies(asked),
            ExplainRequest::Emptied(var) => literal.var() != var,
            ExplainRequest::Failure => true,
        };
        out.extend(self.literals.iter().filter(is_premise).map(|&literal| !literal));
    }
}
