//! Promise: a propagator that reads the trail is due whenever there is something to read, sees every change once, whatever is
//! undone in between, and what it infers is explained by the nogood that it names.

use proptest::prelude::*;
use residua::constraints::{Constraint, Simplified};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntAtom, IntVar, IntView, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limits};
use residua::store::{Atom, Domains, Failure, NogoodId, Past, Source, Store, Trailed};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::catalogue::cases;
use crate::oracle;

/// The atoms of each nogood cannot all be true.
#[derive(Clone, Debug, PartialEq)]
struct Nogoods {
    vars: Vec<IntVar>,
    nogoods: Vec<Vec<IntAtom>>,
}

impl Constraint for Nogoods {
    fn name(&self) -> &'static str {
        "nogoods"
    }

    fn scope(&self) -> Vec<IntView> {
        self.vars.iter().map(|var| var.view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_met = |atom: &IntAtom| atom.allows(value(atom.var().view()) as i32);
        self.nogoods.iter().all(|nogood| !nogood.iter().all(is_met))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let own = |atom: &IntAtom| Atom::new(to.view(atom.var().view()).var, atom.relation(), atom.value());
        let nogoods = self.nogoods.iter().map(|nogood| nogood.iter().map(own).collect()).collect();
        let read = to.new_trailed(0);
        to.add(Base { nogoods, read });
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, _: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(self.clone())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("nogoods")
    }
}

#[derive(Clone, Debug)]
struct Base {
    nogoods: Vec<Vec<Atom>>,
    read: Trailed,
}

impl Base {
    /// The nogood's atoms that are not decided; `None` where one is false.
    fn open(nogood: &[Atom], domains: &impl Domains) -> Option<Vec<Atom>> {
        let is_false = |atom: &Atom| (!*atom).holds(domains);
        let open = nogood.iter().copied().filter(|atom| !atom.holds(domains));
        (!nogood.iter().any(is_false)).then(|| open.collect())
    }
}

impl Propagator for Base {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_trail(self.read);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// One nogood that mentions the variable of a change that was not read, at most, and once more for the next.
    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let read = store.get(self.read) as usize;
        // The root has nothing on the trail: all nogoods are due there.
        let is_first = store.position() == 0;
        let changed = (read..store.position()).map(|at| store.change(at).expect("it was recorded").0);
        let changed: Vec<_> = changed.collect();
        store.set(self.read, store.position() as u64);
        for (number, nogood) in self.nogoods.iter().enumerate() {
            if !is_first && !nogood.iter().any(|atom| changed.contains(&atom.var())) {
                continue;
            }
            let why = store.because_of(NogoodId::new(number));
            match Base::open(nogood, store).as_deref() {
                Some([]) => return Err(store.contradiction(why)),
                Some(&[atom]) => {
                    let _ = store.apply(!atom, why)?;
                }
                _ => {}
            }
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        let nogood = &self.nogoods[payload as usize];
        let others = |atom: &&Atom| match request {
            ExplainRequest::Atom(asked) => !(!**atom).implies(asked),
            _ => true,
        };
        out.extend(nogood.iter().filter(others));
    }
}

type Picks = Vec<Vec<(usize, i32, u8)>>;

fn model(sizes: &[i32], picks: &Picks) -> (Model, Nogoods) {
    let mut model = Model::new();
    let vars: Vec<IntVar> = sizes.iter().map(|&size| model.int_var(0..=size)).collect();
    let atom = |&(var, value, relation): &(usize, i32, u8)| {
        let x = vars[var % vars.len()];
        [x.is(value), x.is_not(value), x.at_most(value), x.at_least(value)][usize::from(relation)]
    };
    // One atom of each variable, since a nogood in which a variable stands twice has no single open atom.
    let distinct = |nogood: &Vec<(usize, i32, u8)>| {
        let mut seen = BTreeSet::new();
        nogood.iter().map(atom).filter(|atom| seen.insert(atom.var())).collect::<Vec<_>>()
    };
    let nogoods = Nogoods { nogoods: picks.iter().map(distinct).collect(), vars };
    let _ = model.post(nogoods.clone()).expect("the values are small");
    (model, nogoods)
}

/// Whether the nogood of that number and the premises imply the conclusion.
fn implies(nogoods: &Nogoods, number: usize, solver: &Solver, step: &residua::engine::Step) -> bool {
    let domains: Vec<Vec<i32>> =
        nogoods.vars.iter().map(|&x| solver.past(0).domain(x).iter().collect()).collect();
    let meets = |values: &[i32], atom: Atom| atom.allows(values[atom.var().index()]);
    let is_met =
        |values: &[i32]| nogoods.nogoods[number].iter().all(|atom| atom.allows(values[atom.var().index()]));
    oracle::assignments(&domains)
        .iter()
        .filter(|values| !is_met(values) && step.premises.iter().all(|&premise| meets(values, premise)))
        .all(|values| step.conclusion.is_some_and(|conclusion| meets(values, conclusion)))
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn find_all_solutions_and_explain_each_change(
        sizes in prop::collection::vec(1..=3i32, 2..=4),
        picks in prop::collection::vec(prop::collection::vec((0..4usize, 0..=3i32, 0..4u8), 1..=3), 1..=6),
        descending: bool,
    ) {
        let (model, nogoods) = model(&sizes, &picks);
        let domains: Vec<Vec<i32>> = sizes.iter().map(|&size| (0..=size).collect()).collect();
        let met = |values: &[i32], nogood: &[IntAtom]| nogood.iter().all(|atom| atom.allows(values[atom.var().index()]));
        let expected: BTreeSet<Vec<i32>> = oracle::assignments(&domains)
            .into_iter()
            .filter(|values| !nogoods.nogoods.iter().any(|nogood| met(values, nogood)))
            .collect();
        let mut solver = Solver::new(&model, Options::default().record(true));
        let values = if descending { ValueOrder::Descending } else { ValueOrder::Ascending };
        let order = Ordered::new(&nogoods.vars, VariableOrder::Input, values);
        let mut dfs = Dfs::new(vec![Box::new(order)], Limits::none());
        let mut found = BTreeSet::new();
        while let Some(solution) = dfs.next_solution(&mut solver) {
            let store = solver.store();
            for position in 0..store.position() {
                let (_, reason) = store.change(position).expect("the trail is that long");
                let posted = store.posted(position).expect("nogoods post single atoms");
                let step = solver.engine().explain_before(posted, position + 1).expect("it was not true before");
                if let Source::Nogood(id) = reason.source() {
                    prop_assert_eq!(step.source, Some(Source::Nogood(id)));
                    prop_assert!(implies(&nogoods, id.index(), &solver, &step), "{:?}", step);
                }
            }
            prop_assert!(found.insert(solution.values().to_vec()), "found twice");
        }
        prop_assert_eq!(found, expected);
    }
}
