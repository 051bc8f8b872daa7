//! Constructive disjunction: the union of what the alternatives would leave of each domain is left.
//!
//! Each alternative has an engine of its own, with the variables of its scope and nothing else in it. A run gives it the domains as they
//! are, has it propagate, and takes them back. One that fails is false; a variable keeps what some of the others leave of it,
//! everything if one is not about the variable. So a value goes that no alternative allows, although none of them is decided.
//! Auxiliary variables of an alternative (of a product in a sum, say) are in its engine too.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, where each alternative has that by itself, at the consistency that was asked for |
//! | Cost | one propagation of each alternative from the domains as they are; wide domains are copied |
//! | Wakes on | any change of a scope, or of what tells that an alternative is false |
//! | Explains | by atoms of which none can be left out, as far as propagation tells: each domain is given back as far as the alternatives still fail with the values in question |
//! | Source | Van Hentenryck, Saraswat & Deville, *Design, Implementation, and Evaluation of the Constraint Language cc(FD)*, J. Logic Programming 37, 1998 |

use std::sync::Arc;

use crate::constraints::Constraint;
use crate::constraints::logic::engine_domains::{atoms, give_back};
use crate::domain::Domain;
use crate::engine::{
    Consistency, Cost, Engine, ExplainRequest, Mapping, Outcome, Poster, Propagator, Subscriptions,
};
use crate::store::handle::{IntVar, IntView};
use crate::store::{
    Atom, ConstraintId, Domains, Events, Failure, Past, Reason, Relation, Store, VarId, View,
};

/// The payload of a failure; those of variables are their places, those of alternatives start at [`ALTERNATIVE`].
const FAILED: u32 = u32::MAX;
const ALTERNATIVE: u32 = 1 << 31;

/// An alternative is propagated by no more runs than this at a time: bounds may creep through a wide domain for hours, and no limit on
/// time is checked inside.
const MOST_RUNS: usize = 10_000;

#[derive(Clone, Debug)]
pub(super) struct Constructive {
    alternatives: Vec<Alternative>,
    /// The variables of all scopes, ascending.
    vars: Box<[VarId]>,
    /// Scratch, by variable: what it has, and what the alternatives leave.
    has: Vec<Domain>,
    left: Vec<Domain>,
}

/// One of the constraints, in an engine of its own.
#[derive(Clone, Debug)]
struct Alternative {
    /// What is false where it fails.
    literal: Atom,
    engine: Engine,
    /// By variable of its engine: its place among those of all, ascending.
    places: Box<[usize]>,
    /// Whether it can hold under the domains that there were at the start.
    is_possible: bool,
}

impl Alternative {
    fn new(
        literal: Atom,
        part: &Arc<dyn Constraint>,
        vars: &[VarId],
        consistency: Consistency,
        to: &Poster<'_>,
    ) -> Alternative {
        let scope = part.scope();
        let (constants, open): (Vec<IntView>, Vec<IntView>) =
            scope.iter().partition(|view| view.scale() == 0);
        let mut own: Vec<IntVar> = open.iter().map(|view| view.var).collect();
        own.sort_unstable();
        own.dedup();
        let outer: Vec<View> = own.iter().map(|var| to.view(var.view())).collect();
        let place =
            |view: &View| vars.binary_search(&view.var).expect("invariant: the variables of all are listed");
        let mut places: Vec<usize> = outer.iter().map(place).collect();
        places.sort_unstable();
        places.dedup();
        let mut engine = Engine::new(false);
        engine.set_consistency(consistency);
        let start = to.store().past(0);
        for &at in &places {
            engine.new_var(&start.domain(vars[at])).expect("invariant: no domain is empty");
        }
        let mut map = Mapping::default();
        let named = |number: usize| IntVar::new(number, 0);
        for (number, view) in outer.iter().enumerate() {
            let at = places.binary_search(&place(view)).expect("invariant: it is one of these");
            let inner = View::from(VarId::new(at)).then(view.scale(), view.offset());
            map.add(named(number), inner.expect("invariant: it is the same view of another variable"));
        }
        let mut values: Vec<i32> = constants.iter().map(|view| view.offset()).collect();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let var = engine.new_var(&Domain::from(value)).expect("invariant: it has a value");
            map.add_constant(value, var);
        }
        engine.begin_posting();
        let renamed = part.map(&|view| {
            let number = own.binary_search(&view.var).unwrap_or_default();
            let renamed = view.over(named(number).view());
            renamed.expect("invariant: the view of one variable fits as that of another one")
        });
        let posted = renamed.post(&mut engine.poster(&map, ConstraintId::new(0)));
        let is_possible = posted.is_ok() && engine.propagate_at_most(MOST_RUNS).is_ok();
        Alternative { literal, engine, places: places.into(), is_possible }
    }

    /// Whether it can hold where the variables have these values; then what it leaves is added to `left`.
    fn run(&mut self, has: &[Domain], left: Option<&mut [Domain]>) -> bool {
        if !self.is_possible {
            return false;
        }
        self.engine.push();
        let survives = self.narrow(has).is_ok();
        if let (true, Some(left)) = (survives, left) {
            for (at, (left, has)) in left.iter_mut().zip(has).enumerate() {
                *left = match self.places.binary_search(&at) {
                    Ok(own) => left.union(&self.engine.store().domain(VarId::new(own))),
                    Err(_) => has.clone(),
                };
            }
        }
        self.engine.pop();
        survives
    }

    fn narrow(&mut self, has: &[Domain]) -> Result<(), Failure> {
        for (own, &at) in self.places.iter().enumerate() {
            self.engine.store.intersect(VarId::new(own), &has[at], Reason::DECISION)?;
        }
        self.engine.propagate_at_most(MOST_RUNS)
    }
}

impl Constructive {
    /// The propagator for constraints, each with the literal that is false where it cannot hold.
    pub(super) fn new(
        parts: &[(Atom, &Arc<dyn Constraint>)],
        consistency: Consistency,
        to: &Poster<'_>,
    ) -> Constructive {
        let scopes = parts.iter().flat_map(|(_, part)| part.scope()).filter(|view| view.scale() != 0);
        let mut vars: Vec<VarId> = scopes.map(|view| to.view(view.var.view()).var).collect();
        vars.sort_unstable();
        vars.dedup();
        let alternative = |&(literal, part): &(Atom, &Arc<dyn Constraint>)| {
            Alternative::new(literal, part, &vars, consistency, to)
        };
        let alternatives = parts.iter().map(alternative).collect();
        Constructive { alternatives, vars: vars.into(), has: Vec::new(), left: Vec::new() }
    }

    /// Writes atoms by which these alternatives fail where the variable at a place has none but these values.
    fn explain_failures(
        &self,
        among: impl Iterator<Item = usize>,
        question: Option<&(usize, Domain)>,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let start = past.start();
        let first: Vec<Domain> = self.vars.iter().map(|&var| start.domain(var)).collect();
        let mut kept: Vec<Domain> = self.vars.iter().map(|&var| past.domain(var)).collect();
        let asked = |has: &[Domain]| {
            let mut has = has.to_vec();
            if let Some((at, values)) = question {
                has[*at] = has[*at].intersect(values);
            }
            has
        };
        let mut failing: Vec<Alternative> = Vec::new();
        let mut is_clear = true;
        for at in among {
            let mut alternative = self.alternatives[at].clone();
            if !alternative.run(&asked(&kept), None) {
                failing.push(alternative);
            } else if (!alternative.literal).holds(past) {
                out.push(!alternative.literal);
            } else {
                // It once found out from larger domains what it does not from these: all that is known of them is said.
                is_clear = false;
            }
        }
        if is_clear {
            let mut all_fail = |has: &[Domain]| {
                let has = asked(has);
                failing.iter_mut().all(|alternative| !alternative.run(&has, None))
            };
            give_back(&mut kept, &first, &mut all_fail);
        }
        for ((&var, kept), first) in self.vars.iter().zip(&kept).zip(&first) {
            atoms(var.into(), kept, first, out);
        }
    }
}

/// The values that an atom excludes.
fn excluded(atom: Atom) -> Domain {
    let value = atom.value();
    let (all, only) = (Domain::from(i32::MIN..=i32::MAX), Domain::from(value));
    match atom.relation() {
        Relation::Ne => only,
        Relation::Eq => all.difference(&only),
        Relation::Le => all.difference(&Domain::from(i32::MIN..=value)),
        Relation::Ge => all.difference(&Domain::from(value..=i32::MAX)),
    }
}

impl Propagator for Constructive {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.vars.iter().for_each(|&var| events.on(var, Events::CHANGED));
        self.alternatives.iter().for_each(|of| events.on(of.literal.var(), Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Expensive
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let Constructive { alternatives, vars, has, left } = self;
        has.clear();
        has.extend(vars.iter().map(|&var| store.domain(var)));
        left.clear();
        left.resize(vars.len(), Domain::empty());
        let (mut is_any_left, mut is_changed) = (false, false);
        for (number, alternative) in (ALTERNATIVE..).zip(alternatives.iter_mut()) {
            if (!alternative.literal).holds(store) {
                continue;
            }
            alternative.engine.store.heed_as(store);
            let survives = alternative.run(has, Some(left));
            store.end_as(&alternative.engine.store)?;
            if survives {
                is_any_left = true;
            } else {
                is_changed |= store.apply(!alternative.literal, store.because(number))?;
            }
        }
        if !is_any_left {
            return Err(store.contradiction(store.because(FAILED)));
        }
        for (at, (&var, left)) in vars.iter().zip(left.iter()).enumerate() {
            is_changed |= store.intersect(var, left, store.because(at as u32))?;
        }
        if is_changed {
            return Ok(Outcome::Again);
        }
        let is_decided = vars.iter().all(|&var| store.value(var).is_some());
        Ok(if is_decided { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let all = 0..self.alternatives.len();
        if payload == FAILED {
            self.explain_failures(all, None, past, out);
        } else if payload >= ALTERNATIVE {
            let at = (payload - ALTERNATIVE) as usize;
            self.explain_failures(at..=at, None, past, out);
        } else {
            let question = match request {
                ExplainRequest::Atom(atom) => Some((payload as usize, excluded(atom))),
                _ => None,
            };
            self.explain_failures(all, question.as_ref(), past, out);
        }
    }
}
