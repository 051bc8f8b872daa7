//! Finite automata over values, deterministic or not.

use std::collections::BTreeMap;

use crate::domain::Domain;

/// A finite automaton: states, from 0, and transitions by values; for a state and a value there may be several, or none.
///
/// ```
/// use residua::constraints::Automaton;
///
/// // Words whose last value but one is 1.
/// let moves = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2)];
/// let automaton = Automaton::new(3, 0, moves, [2]);
/// assert!(automaton.accepts([0, 1, 0]) && !automaton.accepts([1, 0, 0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    states: usize,
    pub(super) starts: Vec<u32>,
    /// From, value, to: ascending, each once.
    pub(super) transitions: Vec<(u32, i32, u32)>,
    /// By state, one more at the end: where its transitions start.
    firsts: Vec<u32>,
    /// By state.
    pub(super) is_accepting: Vec<bool>,
    complaint: Option<String>,
}

/// A machine of more states than this is refused.
pub(super) const MOST_STATES: usize = 1 << 16;

impl Automaton {
    /// The automaton with `states` states, from 0, of these transitions `(from, value, to)`.
    ///
    /// A number that is not of a state is reported when a constraint with the automaton is posted.
    pub fn new(
        states: usize,
        start: usize,
        transitions: impl IntoIterator<Item = (usize, i32, usize)>,
        accepting: impl IntoIterator<Item = usize>,
    ) -> Automaton {
        let mut automaton = Automaton {
            states,
            starts: Vec::new(),
            transitions: Vec::new(),
            firsts: Vec::new(),
            is_accepting: vec![false; states.min(MOST_STATES)],
            complaint: None,
        };
        if states > MOST_STATES {
            automaton.complain(format!("the automaton has more than {MOST_STATES} states"));
            return automaton;
        }
        if automaton.has(start) {
            automaton.starts.push(start as u32);
        }
        for (from, value, to) in transitions {
            if automaton.has(from) && automaton.has(to) {
                automaton.transitions.push((from as u32, value, to as u32));
            }
        }
        for state in accepting {
            if automaton.has(state) {
                automaton.is_accepting[state] = true;
            }
        }
        automaton.normal()
    }

    /// The automaton of a state machine: `next` has the state after one and a value, or `None` where the word is refused. All that
    /// can be reached by words over `values` is numbered; a constraint with more than 65,536 states is refused.
    ///
    /// ```
    /// use residua::constraints::Automaton;
    ///
    /// // Each value is at most one from the one before.
    /// let next = |last: &Option<i32>, value: i32| {
    ///     let is_near = last.is_none_or(|last: i32| last.abs_diff(value) <= 1);
    ///     is_near.then_some(Some(value))
    /// };
    /// let automaton = Automaton::from_fn(None, 1..=9, next, |_| true);
    /// assert!(automaton.accepts([4, 5, 5, 4]) && !automaton.accepts([4, 6]));
    /// assert_eq!(automaton.states(), 10);
    /// ```
    pub fn from_fn<S: Ord + Clone>(
        start: S,
        values: impl Into<Domain>,
        mut next: impl FnMut(&S, i32) -> Option<S>,
        mut accepting: impl FnMut(&S) -> bool,
    ) -> Automaton {
        let values = values.into();
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut transitions = Vec::new();
        let mut at = 0;
        while at < states.len() && states.len() <= MOST_STATES {
            let state = states[at].clone();
            for value in &values {
                let Some(then) = next(&state, value) else { continue };
                let number = *numbers.entry(then).or_insert_with_key(|then| {
                    states.push(then.clone());
                    states.len() - 1
                });
                transitions.push((at, value, number));
            }
            at += 1;
        }
        let accepted: Vec<usize> = (0..states.len()).filter(|&state| accepting(&states[state])).collect();
        Automaton::new(states.len(), 0, transitions, accepted)
    }

    /// One that accepts nothing, of which a constraint complains.
    pub(super) fn wrong(complaint: String) -> Automaton {
        Automaton { complaint: Some(complaint), ..Automaton::new(1, 0, [], []) }
    }

    /// An automaton of valid states, with several start states.
    pub(in crate::constraints) fn layered(
        states: usize,
        starts: Vec<u32>,
        transitions: Vec<(u32, i32, u32)>,
        is_accepting: Vec<bool>,
    ) -> Automaton {
        Automaton { states, starts, transitions, firsts: Vec::new(), is_accepting, complaint: None }.normal()
    }

    /// The automaton of these parts.
    ///
    /// # Errors
    /// A sentence about a state that there is not, or about more states than any of these need.
    pub fn from_parts(
        states: usize,
        starts: &[usize],
        transitions: &[(usize, i32, usize)],
        accepting: &[usize],
    ) -> Result<Automaton, String> {
        let named = starts.len() + 2 * transitions.len() + accepting.len();
        if states > named.max(MOST_STATES) {
            return Err(format!("an automaton with {states} states, of which at most {named} are used"));
        }
        let used = transitions.iter().flat_map(|&(from, _, to)| [from, to]);
        if let Some(wrong) = used.chain(starts.iter().chain(accepting).copied()).find(|&used| used >= states)
        {
            return Err(format!("the automaton has {states} states, from 0, and no state {wrong}"));
        }
        let mut is_accepting = vec![false; states];
        for &state in accepting {
            is_accepting[state] = true;
        }
        let mut starts: Vec<u32> = starts.iter().map(|&state| state as u32).collect();
        starts.sort_unstable();
        starts.dedup();
        let transitions = transitions.iter().map(|&(from, value, to)| (from as u32, value, to as u32));
        Ok(Self::layered(states, starts, transitions.collect(), is_accepting))
    }

    fn normal(mut self) -> Automaton {
        self.transitions.sort_unstable();
        self.transitions.dedup();
        let mut firsts = vec![0; self.is_accepting.len() + 1];
        for &(from, ..) in &self.transitions {
            firsts[from as usize + 1] += 1;
        }
        let mut sum = 0;
        for first in &mut firsts {
            sum += *first;
            *first = sum;
        }
        self.firsts = firsts;
        self
    }

    fn has(&mut self, state: usize) -> bool {
        if state >= self.states {
            let states = self.states;
            self.complain(format!("the automaton has {states} states, from 0, and no state {state}"));
        }
        state < self.states
    }

    fn complain(&mut self, complaint: String) {
        self.complaint.get_or_insert(complaint);
    }

    /// What is wrong with it, in words.
    pub(super) fn complaint(&self) -> Result<(), String> {
        self.complaint.clone().map_or(Ok(()), Err)
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// The states in which a word begins, ascending.
    pub fn starts(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.starts.iter().map(|&state| state as usize)
    }

    /// Whether a word may end in this state.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.is_accepting.get(state).is_some_and(|&accepts| accepts)
    }

    /// The transitions `(from, value, to)`, ascending.
    pub fn transitions(&self) -> impl ExactSizeIterator<Item = (usize, i32, usize)> + '_ {
        self.transitions.iter().map(|&(from, value, to)| (from as usize, value, to as usize))
    }

    /// The transitions from a state.
    pub(super) fn moves(&self, state: u32) -> &[(u32, i32, u32)] {
        let state = state as usize;
        &self.transitions[self.firsts[state] as usize..self.firsts[state + 1] as usize]
    }

    /// The states after those, ascending, by one of the values that `allows` has.
    pub(super) fn after(&self, states: &[u32], allows: impl Fn(i32) -> bool) -> Vec<u32> {
        let all = states.iter().flat_map(|&state| self.moves(state));
        let mut next: Vec<u32> = all.filter(|&&(_, value, _)| allows(value)).map(|&(.., to)| to).collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// Whether the automaton accepts the word: some path with these values ends in an accepting state.
    pub fn accepts(&self, word: impl IntoIterator<Item = i32>) -> bool {
        let mut states = self.starts.clone();
        for value in word {
            states = self.after(&states, |own| own == value);
        }
        states.iter().any(|&state| self.is_accepting[state as usize])
    }
}
