//! Propagation of bounds rules to a fixpoint, within a limit of work.

use std::collections::VecDeque;

use crate::bounds::rules::{Intervals, Rule, Term};

/// The rules, and which of them wait to be applied.
#[derive(Debug)]
pub(super) struct Queue<'r> {
    rules: &'r [Rule],
    /// By variable: the rules that it is in.
    uses: Vec<Vec<u32>>,
    /// By rule: how many terms it has, and one more.
    sizes: Vec<u64>,
    waiting: VecDeque<u32>,
    /// By rule.
    is_waiting: Vec<bool>,
}

impl<'r> Queue<'r> {
    pub(super) fn of(rules: &'r [Rule], vars: usize) -> Queue<'r> {
        let mut uses: Vec<Vec<u32>> = vec![Vec::new(); vars];
        let mut sizes = Vec::with_capacity(rules.len());
        for (at, rule) in rules.iter().enumerate() {
            let mut size = 1;
            rule.each_term(&mut |term| {
                size += 1;
                if let Term::Var(var) = term {
                    uses[var as usize].push(at as u32);
                }
            });
            sizes.push(size);
        }
        Queue { rules, uses, sizes, waiting: VecDeque::new(), is_waiting: vec![false; rules.len()] }
    }

    /// How many terms all rules have together, about.
    pub(super) fn size(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// In how many rules a variable is.
    pub(super) fn uses(&self, term: Term) -> usize {
        match term {
            Term::Var(var) => self.uses[var as usize].len(),
            Term::Number(_) => 0,
        }
    }

    /// Applies all rules.
    pub(super) fn run_all(&mut self, to: &mut Intervals) {
        self.waiting.extend(0..self.rules.len() as u32);
        self.is_waiting.fill(true);
        let mut effort = 64 * self.size();
        self.run(to, &mut effort);
    }

    /// Applies the rules of the variables that have changed, and what wakes up by that, for as many terms as the effort allows.
    pub(super) fn run(&mut self, to: &mut Intervals, effort: &mut u64) {
        self.wake(to);
        while let Some(rule) = self.waiting.pop_front() {
            self.is_waiting[rule as usize] = false;
            let size = self.sizes[rule as usize];
            if to.is_empty || *effort < size {
                break;
            }
            *effort -= size;
            self.rules[rule as usize].apply(to);
            self.wake(to);
        }
        for rule in self.waiting.drain(..) {
            self.is_waiting[rule as usize] = false;
        }
    }

    fn wake(&mut self, to: &mut Intervals) {
        for var in to.changed.drain(..) {
            for &rule in &self.uses[var as usize] {
                if !std::mem::replace(&mut self.is_waiting[rule as usize], true) {
                    self.waiting.push_back(rule);
                }
            }
        }
    }
}
