//! Tasks that share a capacity.

use proptest::prelude::*;
use residua::constraints::{Constraint, Operand, cumulative};
use residua::engine::Consistency;
use residua::model::{IntAtom, IntView};
use residua::store::Relation;
use std::sync::Arc;

use crate::catalogue::clause::is_true;
use crate::catalogue::counting::Side;
use crate::catalogue::{Definition, Instance, Promise, Row, Term, term};
use crate::kinds::Kind;

/// By task: when it starts, how long it takes, what it demands, and an atom, where it takes place only if that is true. And the
/// capacity.
#[derive(Clone, Debug)]
pub(crate) struct Cumulative {
    pub(crate) tasks: Vec<(Term, Side, Side)>,
    pub(crate) literals: Option<Vec<(usize, Relation, i32)>>,
    pub(crate) capacity: Side,
}

impl Cumulative {
    fn literals(&self) -> impl Iterator<Item = &(usize, Relation, i32)> {
        self.literals.iter().flatten()
    }
}

impl Definition for Cumulative {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::Cumulative)
    }

    fn terms(&self) -> Vec<Term> {
        let starts = self.tasks.iter().map(|task| task.0);
        let amounts = self.tasks.iter().map(|task| task.1).chain(self.tasks.iter().map(|task| task.2));
        let literals = self.literals().map(|&(var, ..)| Term { var, scale: 1, offset: 0 });
        starts.chain(amounts.filter_map(Side::term)).chain(literals).chain(self.capacity.term()).collect()
    }

    fn holds(&self, values: &[i64]) -> bool {
        let (starts, rest) = values.split_at(self.tasks.len());
        let mut rest = rest.iter().copied();
        let durations: Vec<i64> = self.tasks.iter().map(|task| task.1.value(&mut rest)).collect();
        let demands: Vec<i64> = self.tasks.iter().map(|task| task.2.value(&mut rest)).collect();
        let mut is_there = vec![true; starts.len()];
        for (is_there, atom) in is_there.iter_mut().zip(self.literals()) {
            *is_there = is_true(atom, rest.next().expect("a value for each term"));
        }
        let capacity = self.capacity.value(&mut rest);
        let load = |time: i64| -> i64 {
            let runs = |&i: &usize| is_there[i] && starts[i] <= time && time < starts[i] + durations[i];
            (0..starts.len()).filter(runs).map(|i| demands[i]).sum()
        };
        durations.iter().chain(&demands).chain([&capacity]).all(|&amount| amount >= 0)
            && starts.iter().flat_map(|&start| start - 1..=start + 1).all(|time| load(time) <= capacity)
    }

    fn constraint(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (starts, rest) = views.split_at(self.tasks.len());
        let mut rest = rest.iter().copied();
        let durations: Vec<Operand> = self.tasks.iter().map(|task| task.1.operand(&mut rest)).collect();
        let demands: Vec<Operand> = self.tasks.iter().map(|task| task.2.operand(&mut rest)).collect();
        let literals: Option<Vec<IntAtom>> = self.literals.as_ref().map(|literals| {
            let views = literals.iter().zip(&mut rest);
            views.map(|(&(_, relation, value), view)| IntAtom::new(view.var, relation, value)).collect()
        });
        let tasks = cumulative(starts, durations, demands, self.capacity.operand(&mut rest));
        Arc::new(match literals {
            Some(literals) => tasks.optional(literals),
            None => tasks,
        })
    }

    fn promise(&self, _: Consistency, _: bool) -> Promise {
        Promise::Checking
    }

    /// Not where demands are variable.
    fn is_stated(&self) -> bool {
        self.tasks.iter().all(|task| task.2.term().is_none())
    }

    fn works_on_bounds(&self, _: Consistency) -> bool {
        true
    }
}

/// A small number, seldom a negative one, or the variable of that number, or any view.
fn amount(var: usize) -> impl Strategy<Value = Side> {
    prop_oneof![
        12 => (0..=3i64).prop_map(Side::Number),
        1 => (-1..=1i64).prop_map(Side::Number),
        3 => Just(Side::View(Term { var, scale: 1, offset: 0 })),
        1 => term().prop_map(Side::View),
    ]
}

pub(super) fn rows() -> BoxedStrategy<Row> {
    let start = |var: usize| {
        prop_oneof![
            4 => Just(Term { var, scale: 1, offset: 0 }),
            1 => term(),
        ]
    };
    let task = move |var: usize| (start(var), amount(var + 1), amount(var + 2));
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    let literals = prop::collection::vec((0..5usize, relation, -2..=4i32), 4);
    let tasks = (0..=4usize, [task(0), task(1), task(2), task(3)]);
    (tasks, prop::option::weighted(0.3, literals), amount(4))
        .prop_map(|((count, tasks), mut literals, capacity)| {
            if let Some(literals) = &mut literals {
                literals.truncate(count);
            }
            Cumulative { tasks: tasks[..count].to_vec(), literals, capacity }.into()
        })
        .boxed()
}

/// Tasks of which some have to run at certain times, and most leave room for others: starts without holes, and of the numbers one or two
/// are variables.
pub(crate) fn schedules() -> impl Strategy<Value = Instance> {
    let range = || (-2..=1i32, 2..=6i32);
    let task = || (range(), 1..=4i64, 1..=2i64);
    let varied = prop::collection::vec((0..8usize, 0..=2i32, 0..=2i32), 0..=2);
    let parts = (prop::collection::vec(task(), 2..=4), 1..=3i64, varied, any::<bool>());
    parts.prop_map(|(tasks, capacity, varied, is_turned)| {
        let mut domains: Vec<Vec<i32>> = Vec::new();
        let (scale, offset) = if is_turned { (-1, 3) } else { (1, 0) };
        let mut users: Vec<(Term, Side, Side)> = Vec::new();
        for &((low, size), duration, demand) in &tasks {
            users.push((
                Term { var: domains.len(), scale, offset },
                Side::Number(duration),
                Side::Number(demand),
            ));
            domains.push((low..low + size).collect());
        }
        let (mut literals, mut capacity) = (None, Side::Number(capacity));
        // Not more than five variables.
        for &(what, low, more) in varied.iter().take(5 - tasks.len()) {
            let var = domains.len();
            let side = Side::View(Term { var, scale: 1, offset: 0 });
            let task = what % tasks.len();
            domains.push((low..=low + more).collect());
            match what {
                0 | 1 => users[task].1 = side,
                2 | 3 => users[task].2 = side,
                4 | 5 => capacity = side,
                _ => {
                    // The others take place: that no variable is less than -2 is known.
                    let mut atoms = vec![(0, Relation::Ge, -2); tasks.len()];
                    atoms[task] = (var, Relation::Ge, low + 1);
                    literals = Some(atoms);
                }
            }
        }
        Instance { domains, rows: vec![Cumulative { tasks: users, literals, capacity }.into()] }
    })
}
