//! Promise: a long sum, which keeps its ends from run to run, leaves what bounds reasoning leaves that starts afresh at each node.

use proptest::prelude::*;
use residua::constraints::{Consistency, exact_sum, sum};
use residua::domain::Domain;
use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::store::Domains;

use crate::catalogue::cases;

/// The number of terms, enough for the propagator of long sums.
const TERMS: usize = 280;

#[derive(Clone, Copy, Debug)]
enum Relation {
    Equal,
    AtMost,
    AtLeast,
}

/// A decision about a variable, or the return to the one before.
#[derive(Clone, Copy, Debug)]
enum Step {
    Decide {
        var: usize,
        kind: u8,
        value: i32,
    },
    /// The same for a run of variables at once, on the level that there is.
    Tell {
        first: usize,
        count: usize,
        value: i32,
    },
    Return,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..TERMS, 0..4u8, 0..=3i32).prop_map(|(var, kind, value)| Step::Decide { var, kind, value }),
        3 => (0..TERMS, 1..=150usize, 0..=3i32).prop_map(|(first, count, value)| Step::Tell { first, count, value }),
        3 => Just(Step::Return),
    ]
}

fn atom(var: IntVar, kind: u8, value: i32) -> IntAtom {
    match kind {
        0 => var.is(value),
        1 => var.is_not(value),
        2 => var.at_least(value),
        _ => var.at_most(value),
    }
}

/// Cuts the domains by the ends of the sum until nothing changes; false if there is no way to have it.
fn cut(domains: &mut [Domain], factors: &[i64], relation: Relation, total: i64) -> bool {
    loop {
        let mut is_changed = false;
        for (sign, bounds) in [
            (1, matches!(relation, Relation::Equal | Relation::AtMost)),
            (-1, matches!(relation, Relation::Equal | Relation::AtLeast)),
        ] {
            if !bounds {
                continue;
            }
            let least = |domain: &Domain, factor: i64| -> Option<i64> {
                let factor = sign * factor;
                Some(factor * i64::from(if factor > 0 { domain.min()? } else { domain.max()? }))
            };
            let Some(low) = domains.iter().zip(factors).map(|(d, &f)| least(d, f)).sum::<Option<i64>>()
            else {
                return false;
            };
            let room = sign * total - low;
            for (domain, &factor) in domains.iter_mut().zip(factors) {
                let Some(own) = least(domain, factor) else { return false };
                let fits = |value: &i32| sign * factor * i64::from(*value) - own <= room;
                let kept: Domain = domain.iter().filter(fits).collect();
                is_changed |= kept != *domain;
                *domain = kept;
            }
        }
        if domains.iter().any(Domain::is_empty) {
            return false;
        }
        if !is_changed {
            return true;
        }
    }
}

fn check(factors: &[i64], relation: Relation, total: i64, steps: &[Step], options: Options) {
    let mut model = Model::new();
    let xs = model.int_vars("x", TERMS, 0..=3);
    let terms = || xs.iter().zip(factors).map(|(&x, &factor)| x * factor as i32);
    let posted = match relation {
        Relation::Equal => model.post(exact_sum(terms(), total)),
        Relation::AtMost => model.post(sum(terms()).le(total)),
        Relation::AtLeast => model.post(sum(terms()).ge(total)),
    };
    let _ = posted.expect("the values are small");
    let mut solver = Solver::new(&model, options.check_claims(true));
    // The domains at each open level, and whether it is alive.
    let mut levels = vec![vec![Domain::from(0..=3); TERMS]];
    if !cut(&mut levels[0], factors, relation, total) {
        assert!(solver.propagate().is_err());
        return;
    }
    assert!(solver.propagate().is_ok());
    for &step in steps {
        let atoms: Vec<IntAtom> = match step {
            Step::Return => {
                if levels.len() > 1 {
                    levels.pop();
                    solver.pop();
                }
                continue;
            }
            Step::Decide { var, kind, value } => vec![atom(xs[var], kind, value)],
            Step::Tell { first, count, value } => {
                (first..TERMS.min(first + count)).map(|at| xs[at].is(value)).collect()
            }
        };
        let mut domains = levels[levels.len() - 1].clone();
        solver.push();
        let mut is_alive = true;
        for atom in atoms {
            let at = xs.iter().position(|&x| x == atom.var()).expect("one of these");
            let kept: Domain = domains[at].iter().filter(|&value| atom.allows(value)).collect();
            // What contradicts a domain is not told.
            if !kept.is_empty() {
                domains[at] = kept;
                is_alive &= solver.assume(atom).is_ok();
            }
        }
        let can_be = cut(&mut domains, factors, relation, total);
        is_alive = is_alive && solver.propagate().is_ok();
        assert_eq!(is_alive, can_be);
        if !is_alive {
            solver.pop();
            continue;
        }
        for (&x, domain) in xs.iter().zip(&domains) {
            assert_eq!(&solver.domain(x), domain);
        }
        assert_eq!(solver.store().size(solver.view(xs[0]).var), domains[0].size());
        levels.push(domains);
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn leave_what_sweeps_leave(
        factors in prop_oneof![
            Just(vec![1; TERMS]),
            prop::collection::vec(prop::sample::select(vec![1, -1]), TERMS),
            prop::collection::vec(prop::sample::select(vec![1, 2, -3, 50, -100]), TERMS),
        ],
        relation in prop::sample::select(vec![Relation::Equal, Relation::AtMost, Relation::AtLeast]),
        part in 0..=10i64,
        steps in prop::collection::vec(step(), 1..40),
        record: bool,
    ) {
        // Between the ends of the sum, and at them.
        let low: i64 = factors.iter().map(|&factor| (factor * 3).min(0)).sum();
        let high: i64 = factors.iter().map(|&factor| (factor * 3).max(0)).sum();
        let total = low + (high - low) * part / 10;
        let options = Options::default().consistency(Consistency::Bounds).record(record).merge_equal(false);
        check(&factors, relation, total, &steps, options);
    }
}
