//! Derivations: lists of lines, each naming the earlier lines that are its premises.

use std::collections::BTreeMap;

use crate::inspect::why::trace::{Justification, Key, Trace};
use crate::model::{ConstraintId, IntAtom};

/// What justifies a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Constraint(ConstraintId),
    /// Other lines about the same variable.
    Domain,
    Assumption,
    /// The line of the assumption that failed; the premise is the contradiction.
    Refutation(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// `None` for a contradiction.
    pub(super) conclusion: Option<IntAtom>,
    pub(super) by: By,
    pub(super) premises: Vec<usize>,
    /// The line of the innermost assumption that it is made under; for an assumption, the one around it.
    pub(super) under: Option<usize>,
}

/// Lines, each after its premises; the last is the conclusion.
#[derive(Debug, Default)]
pub(super) struct Derivation {
    pub(super) nodes: Vec<Node>,
}

/// The lines of a level, by their conclusions.
struct Scope {
    start: usize,
    lines: BTreeMap<Key, usize>,
    assumption: Option<usize>,
}

impl Derivation {
    pub(super) fn of(trace: &Trace) -> Derivation {
        let mut derivation = Derivation::default();
        derivation.add_level(trace, &mut Vec::new());
        derivation
    }

    /// Adds the lines of a trace; returns the number of the last.
    fn add_level(&mut self, trace: &Trace, scopes: &mut Vec<Scope>) -> usize {
        let around = scopes.last().and_then(|scope| scope.assumption);
        let assumption = trace.assumption.map(|atom| {
            let node =
                Node { conclusion: Some(atom), by: By::Assumption, premises: Vec::new(), under: around };
            self.add(node)
        });
        scopes.push(Scope { start: trace.start, lines: BTreeMap::new(), assumption });
        for step in &trace.steps {
            let number = match &step.justification {
                Justification::Assumption => {
                    assumption.expect("invariant: a level with an assumption in it has it")
                }
                Justification::Refutation(refutation) => {
                    let supposed = self.nodes.len();
                    let end = self.add_level(refutation, scopes);
                    let (by, premises) = (By::Refutation(supposed), vec![end]);
                    self.add(Node { conclusion: step.conclusion, by, premises, under: assumption })
                }
                Justification::Constraint(_) | Justification::Domain => {
                    let by = match step.justification {
                        Justification::Constraint(id) => By::Constraint(id),
                        _ => By::Domain,
                    };
                    let mut premises: Vec<usize> =
                        step.premises.iter().map(|key| find(scopes, *key)).collect();
                    premises.sort_unstable();
                    premises.dedup();
                    self.add(Node { conclusion: step.conclusion, by, premises, under: assumption })
                }
            };
            let level = scopes.last_mut().expect("invariant: this level was pushed");
            level.lines.extend(step.key.map(|key| (key, number)));
        }
        scopes.pop();
        self.nodes.len().saturating_sub(1)
    }

    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Whether the line `earlier` may be a premise of the line `later`: it is neither an assumption that `later` is not
    /// under, nor under one.
    pub(super) fn is_visible(&self, earlier: usize, later: usize) -> bool {
        let needed = match self.nodes[earlier].by {
            By::Assumption => Some(earlier),
            _ => self.nodes[earlier].under,
        };
        let mut around = self.nodes[later].under;
        loop {
            match (needed, around) {
                (None, _) => return true,
                (needed, around) if needed == around => return true,
                (_, None) => return false,
                (_, Some(assumption)) => around = self.nodes[assumption].under,
            }
        }
    }

    /// Replaces each constraint by that in `ids`, by its number.
    pub(super) fn rename(&mut self, ids: &[ConstraintId]) {
        for node in &mut self.nodes {
            if let By::Constraint(id) = &mut node.by {
                *id = ids[id.index()];
            }
        }
    }

    /// Keeps only the lines that are marked, which must not have others as premises.
    pub(super) fn retain(&mut self, kept: &[bool]) {
        let numbers: Vec<usize> = kept
            .iter()
            .scan(0, |next, &kept| {
                *next += usize::from(kept);
                Some(next.saturating_sub(1))
            })
            .collect();
        let mut marks = kept.iter();
        self.nodes.retain(|_| *marks.next().expect("invariant: a mark for each line"));
        for node in &mut self.nodes {
            node.premises.iter_mut().for_each(|premise| *premise = numbers[*premise]);
            node.under = node.under.map(|assumption| numbers[assumption]);
            if let By::Refutation(assumption) = &mut node.by {
                *assumption = numbers[*assumption];
            }
        }
    }
}

fn find(scopes: &[Scope], key: Key) -> usize {
    let scope = scopes.iter().rev().find(|scope| key.position >= scope.start);
    scope.expect("invariant: the root begins at 0").lines[&key]
}
