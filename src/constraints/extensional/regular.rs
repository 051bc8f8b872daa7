//! `regular(xs, automaton)`: the values, in order, are a word that the automaton accepts.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | some path through the states, by the values in order, ends in an accepting state |
//! | Consistency | domain where no variable occurs twice, or where there is only one |
//! | Cost | see `reach.rs`, and `steps.rs` for a search that learns |
//! | Same variable | its places are filtered as if they were of different variables; of one variable in all places it is a fact |
//! | Statement | the ways through the states, of at most 256 variables, as long as these are at most 20,000 transitions; else it has none |
//! | Source | Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*, CP 2004 |

use crate::constraints::Term;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::constraints::extensional::automaton::Automaton;
use crate::constraints::extensional::unrolled::Graph;
use crate::constraints::extensional::{layers, steps};
use crate::constraints::{Constraint, Simplified, Statement, has_twice, in_set};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure, View};

/// The constraint [`regular`](regular()): views whose values are a word of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regular {
    /// The views that form the word.
    pub views: Vec<IntView>,
    /// The automaton that accepts it.
    pub automaton: Arc<Automaton>,
}

/// The values of the views, one after the other, are accepted by the automaton; at domain consistency.
///
/// An [`Automaton`] is made of transitions, of a function, or of a regular expression.
///
/// ```
/// use residua::constraints::{Automaton, regular};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// // A row of a nonogram: blocks of two and of one, with a gap between them.
/// let moves = [(0, 0, 0), (0, 1, 1), (1, 1, 2), (2, 0, 3), (3, 0, 3), (3, 1, 4), (4, 0, 4)];
/// let row = Automaton::new(5, 0, moves, [4]);
/// let mut model = Model::new();
/// let cells = model.int_vars("c", 5, 0..=1);
/// model.post(regular(&cells, row))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// let left: Vec<String> = residual.model.domains().iter().map(ToString::to_string).collect();
/// assert_eq!(left, ["0 1", "1", "0 1", "0 1", "0 1"]);
/// assert_eq!(model.solutions().count(), 3);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn regular<V: Term>(
    views: impl IntoIterator<Item = V>,
    automaton: impl Into<Arc<Automaton>>,
) -> V::Of<Regular> {
    V::over(views, |views| Regular { views, automaton: automaton.into() })
}

/// At most this many transitions are stated, or sets of states visited.
const MOST_STATED: usize = 20_000;
const MOST_VISITED: usize = 2000;

/// A longer word is not stated: each value is nested in what is stated of the one before.
const MOST_NESTED: usize = 256;

impl Regular {
    /// For views of one variable: its values that are accepted, of those with which the first one can begin.
    fn values<V: Copy>(&self, views: &[View<V>]) -> Domain {
        let accepted = |&v: &i32| {
            let word: Option<Vec<i32>> = views.iter().map(|view| i32::try_from(view.apply(v)).ok()).collect();
            word.is_some_and(|word| self.automaton.accepts(word))
        };
        let all = self.automaton.starts.iter().flat_map(|&state| self.automaton.moves(state));
        let firsts: BTreeSet<i32> = all.filter_map(|&(_, value, _)| views[0].invert(value)).collect();
        firsts.into_iter().filter(accepted).collect()
    }

    /// The values of each view: read once, for many questions.
    fn values_left(&self, domains: &dyn Domains<IntVar>) -> Vec<Domain> {
        self.views.iter().map(|view| view.domain(domains)).collect()
    }

    /// Whether some word with these values is accepted, wherever a variable occurs twice.
    fn accepts_some(&self, left: &[Domain]) -> bool {
        let mut states = self.automaton.starts.clone();
        for values in left {
            states = self.automaton.after(&states, |value| values.contains(value));
        }
        states.iter().any(|&state| self.automaton.is_accepting[state as usize])
    }

    /// Whether every word with these values is accepted; false where that takes too long to find.
    fn accepts_all(&self, left: &[Domain]) -> bool {
        let mut sets = BTreeSet::from([self.automaton.starts.clone()]);
        let mut visited = 0;
        for left in left {
            let mut next = BTreeSet::new();
            for set in &sets {
                let Some(values) = self.values_from(set, left) else { return false };
                next.extend(values.into_iter().map(|v| self.automaton.after(set, |own| own == v)));
                visited += 1;
            }
            if visited + next.len() > MOST_VISITED {
                return false;
            }
            sets = next;
        }
        let is_accepting =
            |set: &Vec<u32>| set.iter().any(|&state| self.automaton.is_accepting[state as usize]);
        sets.iter().all(is_accepting)
    }

    /// The values left, if each of them leads on from these states.
    fn values_from(&self, states: &[u32], left: &Domain) -> Option<BTreeSet<i32>> {
        let all = states.iter().flat_map(|&state| self.automaton.moves(state));
        let values: BTreeSet<i32> =
            all.map(|&(_, value, _)| value).filter(|&value| left.contains(value)).collect();
        (values.len() as u64 == left.size()).then_some(values)
    }

    /// Whether each assignment left is accepted, where a variable occurs twice and there are few of them.
    fn holds_for_all(&self, domains: &dyn Domains<IntVar>) -> bool {
        const MOST_TRIED: u64 = 4096;
        let mut vars: Vec<IntVar> = self.views.iter().map(|view| view.var).collect();
        vars.sort_unstable();
        vars.dedup();
        let count = vars.iter().fold(1_u64, |product, &var| product.saturating_mul(domains.size(var)));
        if count > MOST_TRIED || vars.len() == self.views.len() {
            return false;
        }
        let values: Vec<Vec<i32>> = vars.iter().map(|&var| domains.domain(var).iter().collect()).collect();
        (0..count).all(|mut number| {
            let chosen: Vec<i32> = values
                .iter()
                .map(|values| {
                    let at = number % values.len() as u64;
                    number /= values.len() as u64;
                    values[at as usize]
                })
                .collect();
            let at = |var: IntVar| vars.binary_search(&var).map_or(0, |at| chosen[at]);
            self.check(&|view: IntView| view.apply(at(view.var)))
        })
    }

    /// The constraint without its fixed variables: each layer has states of its own, and a fixed one is passed over.
    fn without_fixed(&self, domains: &dyn Domains<IntVar>) -> Regular {
        let automaton = &*self.automaton;
        // Passes over fixed views from this place on.
        let skip = |mut states: Vec<u32>, mut at: usize| {
            while let Some(value) = self.views.get(at).and_then(|view| view.value(domains)) {
                states = automaton.after(&states, |own| own == value);
                at += 1;
            }
            (states, at)
        };
        let (mut states, mut at) = skip(automaton.starts.clone(), 0);
        let mut views = Vec::new();
        let mut transitions = Vec::new();
        let mut first = 0;
        let starts = (0..states.len() as u32).collect();
        while let Some(&view) = self.views.get(at) {
            let then = first + states.len() as u32;
            let (all, next) = skip(automaton.after(&states, |value| view.contains(domains, value)), at + 1);
            for (&state, from) in states.iter().zip(first..) {
                for &(_, value, to) in automaton.moves(state) {
                    if view.contains(domains, value) {
                        let ends = skip(vec![to], at + 1).0.into_iter();
                        let number = |end: u32| then + all.partition_point(|&own| own < end) as u32;
                        transitions.extend(ends.map(|end| (from, value, number(end))));
                    }
                }
            }
            views.push(view);
            (states, at, first) = (all, next, then);
        }
        let mut is_accepting = vec![false; first as usize];
        is_accepting.extend(states.iter().map(|&state| automaton.is_accepting[state as usize]));
        let automaton = Automaton::layered(is_accepting.len(), starts, transitions, is_accepting);
        Regular { views, automaton: Arc::new(automaton) }
    }

    /// What the views from that place on have to be, from that state; `None` if it is too long.
    fn state_from(&self, state: u32, at: usize, room: &mut usize) -> Option<Statement> {
        let Some(&view) = self.views.get(at) else {
            let is_true = self.automaton.is_accepting[state as usize];
            return Some(if is_true { Statement::All(Vec::new()) } else { Statement::Any(Vec::new()) });
        };
        let mut ways: Vec<(u32, i32)> =
            self.automaton.moves(state).iter().map(|&(_, value, to)| (to, value)).collect();
        ways.sort_unstable();
        let mut stated = Vec::new();
        for ways in ways.chunk_by(|a, b| a.0 == b.0) {
            *room = room.checked_sub(1)?;
            let values: Domain = ways.iter().map(|&(_, value)| value).collect();
            match self.state_from(ways[0].0, at + 1, room)? {
                // No end is in reach.
                Statement::Any(parts) if parts.is_empty() => {}
                Statement::All(parts) if parts.is_empty() => stated.push(Statement::Member(view, values)),
                rest => stated.push(Statement::All(vec![Statement::Member(view, values), rest])),
            }
        }
        Some(Statement::Any(stated))
    }
}

impl Constraint for Regular {
    fn name(&self) -> &'static str {
        "regular"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let word: Option<Vec<i32>> = self.views.iter().map(|&view| i32::try_from(value(view)).ok()).collect();
        word.is_some_and(|word| self.automaton.accepts(word))
    }

    fn validate(&self) -> Result<(), String> {
        self.automaton.complaint()?;
        let arcs = self.automaton.transitions.len().saturating_mul(self.views.len());
        if arcs >= 1 << 28 {
            return Err("the automaton is too large for that many variables".to_owned());
        }
        Ok(())
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let views = to.views(&self.views);
        let Some(first) = views.first() else {
            return if self.automaton.accepts([]) { Ok(()) } else { to.refuse() };
        };
        if views.iter().all(|view| view.var == first.var) {
            return to.restrict(first.var.into(), &self.values(&views));
        }
        let graph = Graph::new(views, &self.automaton);
        // States that are variables have to be determined, whether a condition holds or not.
        if to.keeps_nogoods()
            && to.guard().is_none()
            && let Some(steps) = steps::steps(&graph)
        {
            return steps::post(&self.views, &steps, to);
        }
        layers::post(graph, to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let left = self.values_left(domains);
        if !self.accepts_some(&left) {
            return Simplified::Violated;
        }
        if self.accepts_all(&left) || self.holds_for_all(domains) {
            return Simplified::Entailed;
        }
        if self.views.iter().any(|view| view.value(domains).is_some()) {
            let left = self.without_fixed(domains);
            return match left.simplify(domains) {
                Simplified::Unchanged => Simplified::Into(vec![left.into_shared()]),
                other => other,
            };
        }
        if self.views.iter().all(|view| view.var == self.views[0].var) {
            let values = self.values(&self.views);
            let is_left = |&value: &i32| domains.contains(self.views[0].var, value);
            let left: Domain = values.iter().filter(is_left).collect();
            if left.is_empty() {
                return Simplified::Violated;
            }
            return Simplified::Into(vec![in_set(self.views[0].var, left).into_shared()]);
        }
        Simplified::Unchanged
    }

    /// As the simplifier says, but where no variable occurs twice without making what is left.
    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        if has_twice(self.views.iter().map(|view| view.var)) {
            return match self.simplify(domains) {
                Simplified::Entailed => Some(true),
                Simplified::Violated => Some(false),
                _ => None,
            };
        }
        let left = self.values_left(domains);
        if !self.accepts_some(&left) {
            return Some(false);
        }
        self.accepts_all(&left).then_some(true)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let views = self.views.iter().map(|&view| to(view)).collect();
        Arc::new(Regular { views, automaton: Arc::clone(&self.automaton) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        /// The number of transitions of a large automaton that are printed.
        const SHOWN: usize = 12;
        let names: Vec<String> = self.views.iter().map(|&view| name(view)).collect();
        write!(f, "regular({}:", names.join(", "))?;
        let transitions = self.automaton.transitions();
        let count = transitions.len();
        for (at, (from, value, to)) in transitions.take(SHOWN).enumerate() {
            write!(f, "{} {from}[{value}]→{to}", if at == 0 { "" } else { "," })?;
        }
        if count > SHOWN {
            write!(f, ", … {count} in all")?;
        }
        let accepting = self.automaton.is_accepting.iter().enumerate().filter(|(_, is)| **is);
        f.write_str("; ends in")?;
        for (state, _) in accepting.take(SHOWN) {
            write!(f, " {state}")?;
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        let mut room = MOST_STATED;
        if self.views.len() > MOST_NESTED {
            return None;
        }
        let starts = self.automaton.starts.iter();
        starts.map(|&state| self.state_from(state, 0, &mut room)).collect::<Option<_>>().map(Statement::Any)
    }
}
