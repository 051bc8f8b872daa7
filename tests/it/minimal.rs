//! Promise: an explanation has no premise to spare, and none that is stronger than it need be.
//!
//! Over domains without holes: any premise left out, or a bound relaxed to the next value, and the conclusion no longer follows.

use proptest::prelude::*;
use residua::constraints::{Calculation, abs, distance, div, div_floor, mod_floor, modulo, pow, times};
use residua::engine::{self, Consistency};
use residua::model::{IntVar, Model, Options, Solver};
use residua::store::{Atom, Domains, Relation};
use std::ops::RangeInclusive;

use crate::catalogue::{
    AllDifferent, Calculation as Function, Chain, Clause, Compare, DistinctSum, Element, Extremum, Instance,
    Lists, Literals, Regular, Side, Sign, Sum, Table, Tasks, Term, Wanted, cases, consistency,
};
use crate::explanation::{constraint, domain_implies, each_step, implies};
use crate::kinds::Kind;
use crate::walk::{Step, bunches, steps};

/// The premises with one of them left out, or a bound among them relaxed by one.
fn weaker(premises: &[Atom]) -> impl Iterator<Item = Vec<Atom>> + '_ {
    premises.iter().enumerate().flat_map(move |(i, &premise)| {
        let (var, value) = (premise.var(), premise.value());
        let relaxed = match premise.relation() {
            Relation::Ge => Some(Atom::ge(var, value - 1)),
            Relation::Le => Some(Atom::le(var, value + 1)),
            Relation::Eq | Relation::Ne => None,
        };
        [None, relaxed].into_iter().skip(usize::from(relaxed.is_some())).map(move |replacement| {
            let others = premises.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &other)| other);
            others.chain(replacement).collect()
        })
    })
}

/// Checks one step: what is true from the start counts for nothing, and what the constraint implies by itself is passed over.
fn check_step(instance: &Instance, solver: &Solver, step: &engine::Step) {
    let start = solver.store().past(0);
    let premises: Vec<Atom> =
        step.premises.iter().copied().filter(|premise| !premise.holds(&start)).collect();
    let follows = |premises: &[Atom]| match (constraint(solver, step.source), step.conclusion) {
        (Some(number), conclusion) => implies(instance, number, premises, conclusion),
        (None, Some(conclusion)) if step.source.is_none() => domain_implies(instance, premises, conclusion),
        _ => premises.is_empty(),
    };
    if !follows(&[]) {
        let spare = weaker(&premises).find(|weaker| follows(weaker));
        assert_eq!(spare, None, "would do for {step:?} by {:?}", instance.rows);
    }
}

/// Checks every step of a walk.
pub(crate) fn check(instance: &Instance, options: Options, steps: &[Step]) {
    each_step(instance, options, steps, |solver, step| check_step(instance, solver, step));
}

fn range() -> impl Strategy<Value = Vec<i32>> {
    (-3..=2i32, 1..=6i32).prop_map(|(low, size)| (low..low + size).collect())
}

fn term(var: usize) -> impl Strategy<Value = Term> {
    let scale = prop::sample::select(vec![1, 1, 1, -1, 2, -2, 3]);
    (scale, -2..=2i32).prop_map(move |(scale, offset)| Term { var, scale, offset })
}

/// A comparison of two variables. (Where both sides of an equality are scaled, a weaker bound may do by divisibility.)
fn comparison() -> impl Strategy<Value = Instance> {
    let sign = prop::sample::select(vec![Sign::Eq, Sign::Ne, Sign::Lt, Sign::Le, Sign::Gt, Sign::Ge]);
    (sign, term(0), term(1), [range(), range()]).prop_map(|(sign, mut left, right, domains)| {
        if sign == Sign::Eq {
            left.scale = left.scale.signum();
        }
        Instance { domains: domains.to_vec(), rows: vec![Compare(sign, left, right).into()] }
    })
}

/// An `all_different` over as many values as variables, or more.
fn all_different() -> impl Strategy<Value = Instance> {
    let size = prop_oneof![30 => (2..=4usize, 0..=2usize), 1 => (Just(5), 0..=1usize)];
    (size, -2..=2i32).prop_map(|((vars, spare), low)| {
        let values: Vec<i32> = (low..low + (vars + spare) as i32).collect();
        let row = AllDifferent(Term::plain(vars), None).into();
        Instance { domains: vec![values; vars], rows: vec![row] }
    })
}

/// A sum of two to four variables that is bounded on one side, or differs from a number. (`sum_explanations` has the others.)
fn sum() -> impl Strategy<Value = Instance> {
    let sign = prop::sample::select(vec![Sign::Ne, Sign::Lt, Sign::Le, Sign::Gt, Sign::Ge]);
    let factor = prop::sample::select(vec![1, 1, 1, -1, 2, -3]);
    let terms = prop::collection::vec((factor, range()), 2..=4);
    (terms, sign, -6..=9i64).prop_map(|(terms, sign, total)| {
        let (factors, domains): (Vec<i32>, Vec<Vec<i32>>) = terms.into_iter().unzip();
        let terms = factors.into_iter().enumerate().map(|(var, scale)| Term { var, scale, offset: 0 });
        let row = Sum { terms: terms.collect(), sign, total }.into();
        Instance { domains, rows: vec![row] }
    })
}

/// A sum of different values.
fn cage() -> impl Strategy<Value = Instance> {
    let sign = prop::sample::select(vec![Sign::Eq, Sign::Eq, Sign::Eq, Sign::Le]);
    (prop::collection::vec(range(), 2..=4), sign, -6..=9i64).prop_map(|(domains, sign, total)| {
        let row = DistinctSum(Sum { terms: Term::plain(domains.len()), sign, total }).into();
        Instance { domains, rows: vec![row] }
    })
}

/// A clause over three variables.
fn clause() -> impl Strategy<Value = Instance> {
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    let atoms = prop::collection::vec((0..3usize, relation, -3..=6i32), 2..=5);
    (atoms, [range(), range(), range()])
        .prop_map(|(atoms, domains)| Instance { domains: domains.to_vec(), rows: vec![Clause(atoms).into()] })
}

/// The greatest or the least of two or three variables. (Of the place of it, other numbers may be impossible by themselves.)
fn extremum() -> impl Strategy<Value = Instance> {
    let domains = [range(), range(), range(), range()];
    (2..=3usize, any::<bool>(), domains, -1..=1i32).prop_map(|(count, is_maximum, domains, offset)| {
        let mut terms = Term::plain(count + 1);
        terms[0].offset = offset;
        let rows = vec![Extremum(terms, is_maximum).into()];
        Instance { domains: domains[..=count].to_vec(), rows }
    })
}

/// How many of some atoms of different variables are true.
fn number() -> impl Strategy<Value = Instance> {
    let relation = prop::sample::select(vec![Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge]);
    let kind = prop::sample::select(vec![Kind::NumberOf, Kind::AtMost, Kind::AtLeast]);
    let number = prop_oneof![Just(None), prop::sample::select(vec![(1, 0), (-1, 2), (1, -1)]).prop_map(Some)];
    let parts = (prop::collection::vec((relation, -3..=6i32), 1..=4), prop::collection::vec(range(), 5));
    (kind, parts, 0..=3i64, number).prop_map(|(kind, (atoms, domains), constant, number)| {
        let var = atoms.len();
        let number =
            number.map_or(Side::Number(constant), |(scale, offset)| Side::View(Term { var, scale, offset }));
        let atoms = atoms.into_iter().enumerate().map(|(var, (relation, value))| (var, relation, value));
        Instance { domains, rows: vec![Literals(kind, atoms.collect(), Wanted::Equal(number)).into()] }
    })
}

/// A chain, or two lists.
fn order() -> impl Strategy<Value = Instance> {
    let kinds = vec![Kind::Increasing, Kind::StrictlyDecreasing, Kind::LexLess, Kind::LexLesseq];
    (prop::sample::select(kinds), prop::collection::vec(range(), 4), 0..=4usize).prop_map(
        |(kind, domains, left)| {
            let terms = Term::plain(4);
            let row = match kind {
                Kind::Increasing | Kind::StrictlyDecreasing => Chain(kind, terms).into(),
                _ => Lists(kind, vec![left, 4 - left], terms).into(),
            };
            Instance { domains, rows: vec![row] }
        },
    )
}

/// Two tasks of one resource. (Of more, other sets may say the same.)
fn two_tasks() -> impl Strategy<Value = Instance> {
    let kind = prop::sample::select(vec![Kind::Disjunctive, Kind::DisjunctiveStrict]);
    (kind, [range(), range()], [0..=4i64, 0..=4i64]).prop_map(|(kind, domains, durations)| {
        let starts = Term::plain(2).into_iter().map(Side::View).collect();
        let durations = durations.map(Side::Number).to_vec();
        let row = Tasks { kind, starts, durations, literals: None }.into();
        Instance { domains: domains.to_vec(), rows: vec![row] }
    })
}

/// A function of one variable: an absolute value, a square, or where the second argument is known; or a distance. (Of two arguments
/// that are open, what follows from the ends is more than is seen of it.)
fn function() -> impl Strategy<Value = Instance> {
    let kinds =
        vec![Kind::Abs, Kind::Distance, Kind::Times, Kind::Times, Kind::Div, Kind::DivFloor, Kind::Pow];
    let wide = |size: i32| (-size..=4i32, 1..=size).prop_map(|(low, size)| (low..low + size).collect());
    let known = prop::sample::select(vec![-3, -2, -1, 1, 2, 3]);
    let sides = (range(), wide(9), wide(25));
    (prop::sample::select(kinds), sides, known, any::<bool>()).prop_map(
        |(kind, (range, x, z), known, is_square): (_, (Vec<i32>, Vec<i32>, Vec<i32>), _, _)| {
            let terms = |vars: &[usize]| vars.iter().map(|&var| Term { var, scale: 1, offset: 0 }).collect();
            let (domains, terms) = match kind {
                Kind::Abs => (vec![x, z], terms(&[0, 1])),
                Kind::Distance => (vec![x, range, z], terms(&[0, 1, 2])),
                Kind::Times if is_square => (vec![x, z], terms(&[0, 0, 1])),
                _ => (vec![x, vec![known], z], terms(&[0, 1, 2])),
            };
            Instance { domains, rows: vec![Function(kind, terms).into()] }
        },
    )
}

/// What propagation of the ends shows of a model, and what it shows if these are true.
fn shows(model: &Model, premises: &[Atom], conclusion: Option<Atom>) -> bool {
    let vars: Vec<IntVar> = model.vars().collect();
    let mut solver = Solver::new(model, Options::default().consistency(Consistency::Bounds));
    let atom = |premise: Atom| {
        let var = vars[premise.var().index()];
        match premise.relation() {
            Relation::Ge => var.at_least(premise.value()),
            Relation::Le => var.at_most(premise.value()),
            Relation::Eq => var.is(premise.value()),
            Relation::Ne => var.is_not(premise.value()),
        }
    };
    let is_possible = premises.iter().all(|&premise| solver.assume(atom(premise)).is_ok());
    let is_alive = is_possible && solver.propagate().is_ok();
    !is_alive
        || conclusion.is_some_and(|conclusion| {
            let var = vars[conclusion.var().index()];
            [solver.min(var), solver.max(var)].iter().all(|&end| conclusion.allows(end))
        })
}

/// Functions of two arguments in wide domains, once ends of them are moved: each change of an end is explained by ends from which
/// propagation sees it, and does not see it where one is left out or weaker.
#[test]
fn of_functions_in_wide_domains() {
    type Row<'a> = (fn([IntVar; 3]) -> Calculation, [RangeInclusive<i32>; 3], &'a [(usize, Relation, i32)]);
    use Relation::{Ge, Le};
    const MOST: i32 = 1_000_000;
    let all = [-1000..=1000, -1000..=1000, -MOST..=MOST];
    let above = [0..=1000, 1..=1000, 0..=MOST];
    let quotients = [-1000..=1000, 1..=1000, -1000..=1000];
    let table: [Row<'_>; 16] = [
        (|[x, y, z]| times(x, y, z), all.clone(), &[(0, Ge, 10), (1, Ge, 20), (2, Le, 1234)]),
        (|[x, y, z]| times(x, y, z), all.clone(), &[(0, Le, -7), (1, Ge, 50), (1, Le, 90)]),
        (|[x, y, z]| times(x, y, z), all.clone(), &[(2, Ge, 5000), (0, Le, 40), (0, Ge, -3)]),
        (
            |[x, y, z]| times(x, y, z),
            above.clone(),
            &[(2, Ge, 5003), (2, Le, 7001), (1, Ge, 31), (1, Le, 77)],
        ),
        (|[x, _, z]| times(x, x, z), all.clone(), &[(2, Le, 5000), (2, Ge, 1000), (0, Ge, -31)]),
        (|[x, _, z]| abs(x, z), all.clone(), &[(2, Le, 900), (2, Ge, 100), (0, Le, 99)]),
        (|[x, y, z]| distance(x, y, z), all.clone(), &[(0, Ge, 700), (1, Le, 300), (2, Le, 600)]),
        (|[x, y, z]| distance(x, y, z), all.clone(), &[(2, Ge, 1500), (0, Ge, -300), (1, Ge, -800)]),
        (|[x, y, z]| div(x, y, z), quotients.clone(), &[(1, Ge, 9), (2, Ge, 30), (2, Le, 50)]),
        (|[x, y, z]| div(x, y, z), quotients.clone(), &[(0, Le, -100), (1, Le, 8), (1, Ge, 3)]),
        (|[x, y, z]| div_floor(x, y, z), quotients.clone(), &[(0, Ge, 500), (2, Le, 20)]),
        (|[x, y, z]| div_floor(x, y, z), quotients, &[(0, Le, -11), (0, Ge, -400), (1, Ge, 5)]),
        (|[x, y, z]| modulo(x, y, z), [0..=1000, 1..=1000, 0..=999], &[(1, Le, 300), (2, Ge, 200)]),
        (|[x, y, z]| mod_floor(x, y, z), [0..=1000, 1..=1000, 0..=999], &[(2, Ge, 700), (0, Le, 800)]),
        (|[x, y, z]| pow(x, y, z), [0..=1000, 2..=9, 0..=MOST], &[(2, Le, 5000), (1, Ge, 3), (2, Ge, 20)]),
        (|[x, y, z]| pow(x, y, z), [0..=1000, 2..=9, 0..=MOST], &[(0, Ge, 3), (0, Le, 8), (1, Ge, 4)]),
    ];
    let mut count = 0;
    for (post, domains, assumptions) in table {
        let mut model = Model::new();
        let mut names = ["x", "y", "z"].into_iter();
        let vars = domains.map(|values| model.named_var(names.next().unwrap_or_default(), values));
        let _ = model.post(post(vars)).expect("the arguments are right");
        let options = Options::default().consistency(Consistency::Bounds).record(true).merge_equal(false);
        let mut solver = Solver::new(&model, options);
        assert!(solver.propagate().is_ok());
        for &(at, relation, value) in assumptions {
            let var = vars[at];
            let atom = if relation == Ge { var.at_least(value) } else { var.at_most(value) };
            let from = solver.store().position();
            solver.push();
            assert!(solver.assume(atom).is_ok() && solver.propagate().is_ok(), "{model} with {atom:?}");
            for position in from + 1..solver.store().position() {
                let (var, _) = solver.store().change(position).expect("the trail is that long");
                let (old, new) = (solver.store().past(position), solver.store().past(position + 1));
                let ends = [Atom::ge(var, new.min(var)), Atom::le(var, new.max(var))];
                let weak = [Atom::ge(var, old.min(var) + 1), Atom::le(var, old.max(var) - 1)];
                for atom in ends.into_iter().chain(weak) {
                    if atom.holds(&old) || !atom.holds(&new) {
                        continue;
                    }
                    let step = solver.engine().explain_before(atom, position + 1).expect("it was not so");
                    assert!(shows(&model, &step.premises, Some(atom)), "{model}: {step:?}");
                    let spare = weaker(&step.premises).find(|weaker| shows(&model, weaker, Some(atom)));
                    assert_eq!(spare, None, "would do for {step:?} of {model}");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 32, "{count} changes are explained");
}

/// A list and its position, tuples of three variables that are allowed or forbidden, words of four.
fn listed() -> impl Strategy<Value = Instance> {
    let constants = prop::collection::vec(-2..=3i32, 1..=6);
    let list = constants
        .prop_map(|constants| (Element([Term::plain(2)[0], Term::plain(2)[1]], constants).into(), 2));
    let kind = prop::sample::select(vec![Kind::Table, Kind::ShortTable, Kind::NegativeTable]);
    let tuples = prop::collection::vec([-2..=2i32, -2..=2, -2..=2], 1..=40);
    let table = (kind, tuples, any::<u64>()).prop_map(|(kind, tuples, free)| {
        let is_free = |at: usize| kind == Kind::ShortTable && free.rotate_left(at as u32) % 4 == 0;
        let cell = |(at, &value): (usize, &i32)| (!is_free(at)).then_some(value);
        let rows = tuples.iter().enumerate();
        let row = |(at, row): (usize, &[i32; 3])| (3 * at..).zip(row).map(cell).collect();
        (Table(kind, Term::plain(3), rows.map(row).collect()).into(), 3)
    });
    let arcs = prop::collection::vec((0..3usize, -1..=1i32, 0..3usize), 3..=12);
    let word = (arcs, 0..3usize).prop_map(|(arcs, end)| (Regular(Term::plain(4), arcs, vec![end]).into(), 4));
    (prop_oneof![list, table, word], prop::collection::vec(range(), 4))
        .prop_map(|((row, vars), domains)| Instance { domains: domains[..vars].to_vec(), rows: vec![row] })
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn of_extrema(instance in extremum(), steps in bunches()) {
        check(&instance, Options::default().consistency(Consistency::Bounds), &steps);
    }

    #[test]
    fn of_functions(instance in function(), steps in bunches()) {
        let options = Options::default().consistency(Consistency::Bounds);
        each_step(&instance, options, &steps, |solver, step| {
            // That a value in between is gone may follow from less, which the ends do not show.
            let is_end = |atom: Atom| matches!(atom.relation(), Relation::Ge | Relation::Le);
            if step.conclusion.is_some_and(is_end) {
                check_step(&instance, solver, step);
            }
        });
    }

    #[test]
    fn of_orders(instance in order(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_numbers(instance in number(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_two_tasks(instance in two_tasks(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_lists(instance in listed(), consistency in consistency(), steps in steps()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_cages(instance in cage(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_clauses(instance in clause(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_orders_and_differences_of_sums(instance in sum(), steps in bunches()) {
        check(&instance, Options::default(), &steps);
    }

    #[test]
    fn of_comparisons(instance in comparison(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }

    #[test]
    fn of_all_different(instance in all_different(), consistency in consistency(), steps in bunches()) {
        check(&instance, Options::default().consistency(consistency), &steps);
    }
}
