//! Minimisation of a derivation: no line can be left out.
//!
//! Each line in turn is left out, together with every line that then no longer follows by its own constraint from
//! those that remain; if the conclusion still follows, they were not needed. Then the premises of each line are
//! reduced to a minimal set.
//!
//! | Promise | |
//! |---|---|
//! | Minimal | without any one line, the conclusion does not follow from the rest |
//! | Cost | for n lines at most O(n²) tests of single constraints |

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::Interrupt;
use crate::inspect::why::alone::Alone;
use crate::inspect::why::derivation::{By, Derivation};
use crate::model::{IntAtom, IntVar};
use crate::search::Limit;

/// Removes the lines that the conclusion does not need.
///
/// # Errors
/// The limit for which `interrupt` triggered before that was done; what is left is a derivation too.
pub(super) fn minimize(
    derivation: &mut Derivation,
    alone: &mut Alone<'_>,
    interrupt: &Interrupt,
) -> Result<(), Limit> {
    let mut minimizer = Minimizer::new(derivation, alone, interrupt);
    let lines_done = minimizer.leave_out_lines();
    let alive = minimizer.alive;
    derivation.retain(&alive);
    let mut minimizer = Minimizer::new(derivation, alone, interrupt);
    let premises_done = lines_done
        .and_then(|()| (0..minimizer.alive.len()).try_for_each(|line| minimizer.leave_out_premises(line)));
    let needed = minimizer.needed();
    derivation.retain(&needed);
    premises_done
}

struct Minimizer<'d, 'a, 'm> {
    derivation: &'d mut Derivation,
    alone: &'a mut Alone<'m>,
    alive: Vec<bool>,
    interrupt: &'a Interrupt,
    /// By variable: the lines about it, ascending.
    about: BTreeMap<IntVar, Vec<usize>>,
    /// By line: those that have it as a premise, or had it once.
    users: Vec<Vec<usize>>,
}

impl<'d, 'a, 'm> Minimizer<'d, 'a, 'm> {
    fn new(derivation: &'d mut Derivation, alone: &'a mut Alone<'m>, interrupt: &'a Interrupt) -> Self {
        let count = derivation.nodes.len();
        let mut about: BTreeMap<IntVar, Vec<usize>> = BTreeMap::new();
        let mut users = vec![Vec::new(); count];
        for (line, node) in derivation.nodes.iter().enumerate() {
            if let Some(atom) = node.conclusion {
                about.entry(atom.var()).or_default().push(line);
            }
            for &premise in &node.premises {
                users[premise].push(line);
            }
        }
        Minimizer { derivation, alone, alive: vec![true; count], interrupt, about, users }
    }

    fn leave_out_lines(&mut self) -> Result<(), Limit> {
        let all = || 0..self.derivation.nodes.len();
        let is_refutation = |&line: &usize| matches!(self.derivation.nodes[line].by, By::Refutation(_));
        let (refutations, others): (Vec<usize>, Vec<usize>) = all().rev().partition(is_refutation);
        for line in refutations.into_iter().chain(others) {
            if self.alive[line] && self.derivation.nodes[line].by != By::Assumption {
                self.leave_out(line)?;
            }
        }
        Ok(())
    }

    /// Removes a line, and all that no longer follow without it, if the conclusion still does.
    fn leave_out(&mut self, line: usize) -> Result<(), Limit> {
        let last = self.alive.len() - 1;
        let mut lost = BTreeSet::from([line]);
        let mut in_doubt = BTreeSet::new();
        let mut users: BTreeSet<usize> = self.users[line].iter().copied().collect();
        loop {
            let rest_on_lost = |&l: &usize| self.alive[l] && !lost.contains(&l) && self.rests_on(l, &lost);
            let next = users.iter().copied().rev().find(|l| !in_doubt.contains(l) && rest_on_lost(l));
            let Some(next) = next else { break };
            self.check()?;
            if self.follows(next, &lost) {
                in_doubt.insert(next);
            } else {
                if next == last {
                    return Ok(());
                }
                lost.insert(next);
                users.extend(&self.users[next]);
                // A line that could do without some of its premises may not be able to do without this one too.
                in_doubt.clear();
            }
        }
        if lost.contains(&last) {
            return Ok(());
        }
        for &other in &in_doubt {
            let premises = self.available(other, &lost);
            for &premise in &premises {
                self.users[premise].push(other);
            }
            self.derivation.nodes[other].premises = premises;
        }
        for &line in &lost {
            self.alive[line] = false;
        }
        for other in in_doubt {
            self.leave_out_premises(other)?;
        }
        self.alive = self.needed();
        Ok(())
    }

    /// Whether the work may go on.
    fn check(&self) -> Result<(), Limit> {
        self.interrupt.poll().map_or(Ok(()), |cause| Err(cause.into()))
    }

    fn rests_on(&self, line: usize, lost: &BTreeSet<usize>) -> bool {
        self.derivation.nodes[line].premises.iter().any(|premise| lost.contains(premise))
    }

    /// The lines that may be premises of `line`: those about its variables that are there without the lost ones.
    fn available(&self, line: usize, lost: &BTreeSet<usize>) -> Vec<usize> {
        let node = &self.derivation.nodes[line];
        let vars: BTreeSet<IntVar> = match node.by {
            By::Constraint(id) => {
                self.alone.model.constraint(id).scope().iter().map(|view| view.var).collect()
            }
            _ => node.conclusion.iter().map(|atom| atom.var()).collect(),
        };
        let about = vars.iter().filter_map(|var| self.about.get(var)).flatten().copied();
        let is_there = |&l: &usize| {
            l < line && self.alive[l] && !lost.contains(&l) && self.derivation.is_visible(l, line)
        };
        let mut available: Vec<usize> = about.filter(is_there).collect();
        available.sort_unstable();
        available
    }

    /// Whether `line` follows from what is there without the lost lines.
    fn follows(&mut self, line: usize, lost: &BTreeSet<usize>) -> bool {
        let available = self.available(line, lost);
        self.follows_from(line, &available)
    }

    fn follows_from(&mut self, line: usize, premises: &[usize]) -> bool {
        let nodes = &self.derivation.nodes;
        let node = &nodes[line];
        let atoms: Vec<IntAtom> = premises.iter().filter_map(|&premise| nodes[premise].conclusion).collect();
        match node.by {
            By::Constraint(id) => self.alone.implies(id, atoms, node.conclusion),
            By::Domain => self.alone.domain_implies(atoms, node.conclusion),
            By::Assumption => true,
            // A line is tested again only if it loses the contradiction.
            By::Refutation(_) => false,
        }
    }

    /// Reduces the premises of a line to a set of which none can be left out, the newest tried first.
    fn leave_out_premises(&mut self, line: usize) -> Result<(), Limit> {
        let mut premises = self.derivation.nodes[line].premises.clone();
        if matches!(self.derivation.nodes[line].by, By::Assumption | By::Refutation(_)) {
            return Ok(());
        }
        if !self.follows_from(line, &premises) {
            // Inside the model, the constraint had shown more than it can show alone: the step is kept as it was
            // recorded.
            return Ok(());
        }
        for at in (0..premises.len()).rev() {
            self.check()?;
            let mut fewer = premises.clone();
            fewer.remove(at);
            if self.follows_from(line, &fewer) {
                premises = fewer;
            }
        }
        self.derivation.nodes[line].premises = premises;
        Ok(())
    }

    /// The lines that the conclusion depends on.
    fn needed(&self) -> Vec<bool> {
        let nodes = &self.derivation.nodes;
        let mut needed = vec![false; nodes.len()];
        if let Some(last) = needed.last_mut() {
            *last = true;
        }
        for line in (0..nodes.len()).rev().filter(|&line| self.alive[line]) {
            if !needed[line] {
                continue;
            }
            for &premise in &nodes[line].premises {
                needed[premise] = true;
            }
            if let By::Refutation(assumption) = nodes[line].by {
                needed[assumption] = true;
            }
        }
        needed
    }
}
