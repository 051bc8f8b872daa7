//! The form for every network: scope by scope, a word a variable.
//!
//! It takes scopes of any size, in any number, over up to 64 values, permutations or not, and needs nothing of the
//! machine. The fast forms are tested against it.
//!
//! | | |
//! |---|---|
//! | Infers | naked singles; hidden singles in permutations; failure where a scope has fewer values than variables |
//! | Cost | a pass over a scope is O(its variables); only scopes with a change since are passed over |
//! | Branches | on the smallest domain, or on a value with two places in a permutation if no domain is as small |

use crate::dense::descent::{Inference, Verdict};
use crate::dense::lookahead::Branch;
use crate::dense::network::Network;
use crate::dense::word::Word;

/// The scopes of a network, and what is to be looked at again.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Scopes {
    all: Vec<Scope>,
    /// By variable: the scopes that it is in.
    of: Vec<Vec<u32>>,
    /// The scopes with a change since they were passed over, each once.
    changed: Vec<u32>,
    /// By scope: whether it is among them.
    is_changed: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Scope {
    vars: Vec<u32>,
    is_permutation: bool,
}

/// Some variable is left without a value, or some scope with too few.
#[derive(Debug)]
struct DeadEnd;

impl Scopes {
    pub(in crate::dense) fn new(network: &Network) -> Scopes {
        let mut of = vec![Vec::new(); network.domains().len()];
        for (s, scope) in network.scopes().iter().enumerate() {
            for &x in scope {
                of[x].push(s as u32);
            }
        }
        let scope = |vars: &Vec<usize>| Scope {
            vars: vars.iter().map(|&x| x as u32).collect(),
            is_permutation: network.is_permutation(vars),
        };
        Scopes {
            all: network.scopes().iter().map(scope).collect(),
            of,
            changed: Vec::new(),
            is_changed: vec![false; network.scopes().len()],
        }
    }

    /// Notes that the scopes of `x` are to be passed over again.
    fn note(&mut self, x: u32) {
        for &s in &self.of[x as usize] {
            if !std::mem::replace(&mut self.is_changed[s as usize], true) {
                self.changed.push(s);
            }
        }
    }

    /// Replaces a domain by a part of it.
    fn narrow<W: Word>(&mut self, state: &mut [W], x: u32, to: W) -> Result<(), DeadEnd> {
        let domain = &mut state[x as usize];
        if *domain != to {
            *domain = to;
            if to.is_empty() {
                return Err(DeadEnd);
            }
            self.note(x);
        }
        Ok(())
    }

    fn pass<W: Word>(&mut self, state: &mut [W], scope: &Scope) -> Result<(), DeadEnd> {
        self.naked_singles(state, scope)?;
        let (mut once, mut twice) = (W::EMPTY, W::EMPTY);
        for &x in &scope.vars {
            let domain = state[x as usize];
            twice |= once & domain;
            once |= domain;
        }
        if (once.size() as usize) < scope.vars.len() {
            return Err(DeadEnd);
        }
        if scope.is_permutation { self.hidden_singles(state, scope, once & !twice) } else { Ok(()) }
    }

    /// What is fixed in a scope leaves its other variables.
    fn naked_singles<W: Word>(&mut self, state: &mut [W], scope: &Scope) -> Result<(), DeadEnd> {
        let mut fixed = W::EMPTY;
        for &x in &scope.vars {
            let domain = state[x as usize];
            if domain.at_most_one() {
                if fixed.meets(domain) {
                    return Err(DeadEnd);
                }
                fixed |= domain;
            }
        }
        for &x in &scope.vars {
            let domain = state[x as usize];
            if !domain.at_most_one() {
                self.narrow(state, x, domain & !fixed)?;
            }
        }
        Ok(())
    }

    /// A value with one place left in a permutation belongs there.
    fn hidden_singles<W: Word>(&mut self, state: &mut [W], scope: &Scope, lone: W) -> Result<(), DeadEnd> {
        for &x in &scope.vars {
            let here = state[x as usize] & lone;
            if !here.is_empty() {
                if !here.at_most_one() {
                    return Err(DeadEnd);
                }
                self.narrow(state, x, here)?;
            }
        }
        Ok(())
    }

    fn propagate<W: Word>(&mut self, state: &mut [W], passes: &mut u64) -> Result<(), DeadEnd> {
        while let Some(s) = self.changed.pop() {
            self.is_changed[s as usize] = false;
            *passes += 1;
            // Taken out for the time of the pass, which looks at no other scope.
            let scope = std::mem::replace(
                &mut self.all[s as usize],
                Scope { vars: Vec::new(), is_permutation: false },
            );
            let result = self.pass(state, &scope);
            self.all[s as usize] = scope;
            result?;
        }
        Ok(())
    }

    /// A variable and a value with two places in a permutation; the first variable that has one.
    fn place_of_two<W: Word>(&self, state: &[W]) -> Option<(usize, W)> {
        self.all.iter().filter(|scope| scope.is_permutation).find_map(|scope| {
            let (mut one, mut two, mut three) = (W::EMPTY, W::EMPTY, W::EMPTY);
            for &x in &scope.vars {
                let domain = state[x as usize];
                three |= two & domain;
                two |= one & domain;
                one |= domain;
            }
            let pair = (two & !three).lowest();
            let x = scope.vars.iter().find(|&&x| state[x as usize].meets(pair))?;
            Some((*x as usize, pair))
        })
    }

    /// The variable and the value to decide next.
    fn choose<W: Word>(&self, state: &[W]) -> (usize, W) {
        let open = (0..state.len()).filter(|&x| !state[x].at_most_one());
        let key = |&x: &usize| (state[x].size(), usize::MAX - self.of[x].len(), x);
        let x = open.min_by_key(key).expect("invariant: an open state has an open variable");
        let smallest = || (x, state[x].lowest());
        if state[x].size() == 2 { smallest() } else { self.place_of_two(state).unwrap_or_else(smallest) }
    }
}

impl<W: Word> Inference<W> for Scopes {
    fn settle(&mut self, state: &mut [W], passes: &mut u64) -> Verdict {
        // Which scopes changed is not kept with a state that waited: all are passed over once.
        self.changed.clear();
        self.changed.extend((0..self.all.len() as u32).rev());
        self.is_changed.fill(true);
        if state.iter().any(|domain| domain.is_empty()) || self.propagate(state, passes).is_err() {
            return Verdict::Failed;
        }
        if state.iter().all(|domain| domain.at_most_one()) { Verdict::Solved } else { Verdict::Open }
    }

    fn split(&mut self, state: &mut [W], other: &mut [W], _: Option<Branch>) {
        let (x, value) = self.choose(state);
        other[x] &= !value;
        state[x] = value;
    }
}
