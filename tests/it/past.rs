//! Promise: a recording store knows its whole past: the domains at every position, which change made an atom true, and what each
//! change was to make true.
//!
//! The oracle shares nothing with the trail's own records but the atoms that were posted: it applies them in their order to the
//! domains that the variables were made with.

use proptest::prelude::*;
use residua::domain::Domain;
use residua::model::{IntVar, Options, Solver};
use residua::store::{Atom, Cursors, Domains, Past, Store, VarId};

use crate::catalogue::cases;
use crate::restoration::{model, wide_domain};

/// The domains at each position of the trail, from what was posted.
fn replayed(start: Vec<Domain>, store: &Store) -> Vec<Vec<Domain>> {
    let mut states = vec![start];
    for position in 0..store.position() {
        let mut domains = states[position].clone();
        let (var, _) = store.change(position).expect("the trail is that long");
        let domain = &mut domains[var.index()];
        let kept: Domain = match store.posted(position) {
            Some(posted) => {
                assert_eq!(posted.var(), var);
                domain.iter().filter(|&value| posted.allows(value)).collect()
            }
            // Several values at once: which, the next state says.
            None => domain.intersect(&store.past(position + 1).domain(var)),
        };
        assert!(
            kept.size() < domain.size() && !kept.is_empty(),
            "a change at {position} that changes nothing"
        );
        *domain = kept;
        states.push(domains);
    }
    states
}

/// What is true of a variable in some state, in atoms around its values.
fn atoms(var: VarId, made: &Domain) -> Vec<Atom> {
    let forms = [Atom::eq, Atom::ne, Atom::le, Atom::ge];
    let around = made.iter().flat_map(|value| [value, value + 1]);
    around.flat_map(|value| forms.map(|form| form(var, value))).collect()
}

fn holds(atom: Atom, domain: &Domain) -> bool {
    domain.iter().all(|value| atom.allows(value))
}

/// Compares what is read at a position with the domains that there were.
fn compare(past: &Past<'_>, domains: &[Domain], made: &[Domain]) {
    for (index, domain) in domains.iter().enumerate() {
        let var = VarId::new(index);
        assert_eq!(&past.domain(var), domain, "at {}", past.position());
        assert_eq!((Some(past.min(var)), Some(past.max(var))), (domain.min(), domain.max()));
        assert_eq!((past.size(var), past.value(var)), (domain.size(), domain.value()));
        for value in &made[index] {
            assert_eq!(past.contains(var, value), domain.contains(value), "{value}");
        }
    }
}

/// Checks everything that the store says of its past.
fn check(store: &Store, made: &[Domain]) {
    let states = replayed(made.to_vec(), store);
    let last = states.last().expect("the first state is there");
    for (index, domain) in last.iter().enumerate() {
        assert_eq!(&store.domain(VarId::new(index)), domain, "what was posted leads to other domains");
    }
    let mut cursors = Cursors::default();
    cursors.restart(store.vars());
    // Backwards, as conflict analysis goes, and then once more forwards, where cursors have to start over.
    let backwards = (0..states.len()).rev().step_by(2);
    for position in backwards.chain((0..states.len()).step_by(3)) {
        let (past, by_cursors) = (store.past(position), store.past_by(position, &cursors));
        compare(&past, &states[position], made);
        compare(&by_cursors, &states[position], made);
        for (index, domain) in states[position].iter().enumerate() {
            for atom in atoms(VarId::new(index), &made[index]).into_iter().filter(|&atom| holds(atom, domain))
            {
                let naive = (0..position).rev().find(|&earlier| !holds(atom, &states[earlier][index]));
                assert_eq!(store.cause(atom, position), naive, "the cause of {atom} before {position}");
                assert_eq!(
                    by_cursors.cause(atom),
                    naive,
                    "the cause of {atom} before {position}, by cursors"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn is_what_it_was(
        domains in prop::collection::vec(wide_domain(), 1..=3),
        verbs in prop::collection::vec((0..6u8, 0..4usize, 0..40usize), 0..=12),
        settle: bool,
    ) {
        let (model, _) = model(&domains);
        let vars: Vec<IntVar> = model.vars().collect();
        let mut solver = Solver::new(&model, Options::default().record(true));
        let mut made = solver.domains();
        if solver.propagate().is_err() {
            return Ok(());
        }
        if settle {
            solver.settle_root();
            made = solver.domains();
            prop_assert_eq!(solver.store().position(), 0);
        }
        for (verb, var, pick) in verbs {
            let x = vars[var % vars.len()];
            let values: Vec<i32> = solver.domain(x).iter().collect();
            let value = values[pick % values.len()];
            if verb == 0 {
                solver.pop();
            } else {
                solver.push();
                let forms = [x.is(value), x.is_not(value), x.at_most(value), x.at_least(value)];
                if solver.assume(forms[usize::from(verb) % 4]).is_err() || solver.propagate().is_err() {
                    solver.pop();
                }
            }
            check(solver.store(), &made);
        }
        solver.pop_to(0);
        check(solver.store(), &made);
        prop_assert_eq!(solver.level(), 0);
    }
}
