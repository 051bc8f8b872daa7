//! Tasks of which no two take place at the same time.

use proptest::prelude::*;
use residua::constraints::{Constraint, Operand, disjunctive, disjunctive_strict};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntView};
use residua::store::Relation;
use std::sync::Arc;

use crate::catalogue::clause::{atom, is_true};
use crate::catalogue::counting::Side;
use crate::catalogue::{Definition, Instance, Promise, Row, Term, term};
use crate::kinds::Kind;

/// When tasks start, how long they take, and where they take place.
#[derive(Clone, Debug)]
pub(crate) struct Tasks {
    pub(crate) kind: Kind,
    pub(crate) starts: Vec<Side>,
    pub(crate) durations: Vec<Side>,
    pub(crate) literals: Option<Vec<(usize, Relation, i32)>>,
}

impl Definition for Tasks {
    fn kind(&self) -> Option<Kind> {
        Some(self.kind)
    }

    fn terms(&self) -> Vec<Term> {
        let sides = self.starts.iter().chain(&self.durations).filter_map(|side| side.term());
        let literals = self.literals.iter().flatten();
        sides.chain(literals.map(|&(var, ..)| Term { var, scale: 1, offset: 0 })).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let mut next = values.iter().copied();
        let starts: Vec<i64> = self.starts.iter().map(|side| side.value(&mut next)).collect();
        let durations: Vec<i64> = self.durations.iter().map(|side| side.value(&mut next)).collect();
        let present: Vec<bool> = match &self.literals {
            Some(literals) => literals.iter().zip(next).map(|(atom, value)| is_true(atom, value)).collect(),
            None => vec![true; starts.len()],
        };
        // Each moment inside a task belongs to it alone; a point inside one is strictly between its ends.
        let overlap = |i: usize, j: usize| {
            let [(a, b), (c, d)] = [i, j].map(|at| (starts[at], starts[at] + durations[at]));
            let share = a.max(c) < b.min(d);
            let inside = (a == b && c < a && a < d) || (c == d && a < c && c < b);
            share || (self.kind == Kind::DisjunctiveStrict && inside)
        };
        durations.iter().all(|&duration| duration >= 0)
            && (0..starts.len()).all(|j| (0..j).all(|i| !present[i] || !present[j] || !overlap(i, j)))
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let mut next = views.iter().copied();
        let starts: Vec<Operand> = self.starts.iter().map(|side| side.operand(&mut next)).collect();
        let durations: Vec<Operand> = self.durations.iter().map(|side| side.operand(&mut next)).collect();
        let tasks = match self.kind {
            Kind::Disjunctive => disjunctive(starts, durations),
            _ => disjunctive_strict(starts, durations),
        };
        let Some(literals) = &self.literals else { return Arc::new(tasks) };
        let atom = |(view, &(_, relation, value)): (IntView, &(usize, Relation, i32))| {
            IntAtom::new(view.var, relation, value)
        };
        Arc::new(tasks.optional(next.zip(literals).map(atom).collect::<Vec<IntAtom>>()))
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Disjunctive, Kind::DisjunctiveStrict])
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let start = prop_oneof![4 => term().prop_map(Side::View), 1 => (-2..=5i64).prop_map(Side::Number)];
    let starts = prop_oneof![
        1 => (0..=4usize).prop_map(|count| Term::plain(count).into_iter().map(Side::View).collect()),
        1 => prop::collection::vec(start, 0..=4),
    ];
    let duration = prop_oneof![3 => (0..=3i64).prop_map(Side::Number), 1 => term().prop_map(Side::View)];
    let literals = prop_oneof![2 => Just(None), 1 => prop::collection::vec(atom(), 4).prop_map(Some)];
    (kind(), starts, prop::collection::vec(duration, 4), literals)
        .prop_map(|(kind, starts, mut durations, mut literals)| {
            durations.truncate(starts.len());
            if let Some(literals) = &mut literals {
                literals.truncate(starts.len());
            }
            Tasks { kind, starts, durations, literals }.into()
        })
        .boxed()
}

/// Tasks with so little room that sets of them say more than each two, one of them sometimes optional.
pub(super) fn crowds() -> impl Strategy<Value = Instance> {
    let window =
        (0..=5i32, 0..=5i32).prop_map(|(start, slack)| (start..=start + slack).collect::<Vec<i32>>());
    let tasks = prop::collection::vec((window, 1..=3i64), 3..=5);
    (kind(), tasks, any::<bool>()).prop_map(|(kind, tasks, is_optional)| {
        let (mut domains, durations): (Vec<Vec<i32>>, Vec<i64>) = tasks.into_iter().unzip();
        let count = if is_optional { domains.len() - 1 } else { domains.len() };
        let starts = Term::plain(count).into_iter().map(Side::View).collect();
        let durations = durations.into_iter().take(count).map(Side::Number).collect();
        let mut literals = None;
        if is_optional {
            // All but the first take place.
            domains[count] = vec![0, 1];
            let relation = |at: usize| if at == 0 { Relation::Eq } else { Relation::Ge };
            literals = Some((0..count).map(|at| (count, relation(at), i32::from(at == 0))).collect());
        }
        Instance { domains, rows: vec![Tasks { kind, starts, durations, literals }.into()] }
    })
}
