//! What is searched and explained: models that have solutions, and something to search, with a constraint of every kind.

use residua::constraints::{
    Automaton, Clause, Connect, Constraint, abs, all_different, all_different_except, all_equal, among,
    arg_max, arg_min, at_least, at_most, bin_packing, bin_packing_capa, circuit, clause, count, cumulative,
    decreasing, diffn, diffn_nonstrict, disjunctive, disjunctive_strict, distance, div, div_floor, element,
    element_2d, element_var, eq, exact_sum, exactly, ge, global_cardinality, gt, in_set, increasing, inverse,
    inverse_partial, knapsack, le, lex_chain, lex_less, lex_lesseq, lt, maximum, mdd, minimum, mod_floor,
    modulo, ne, negative_table, number_of, nvalue, pair_table, pow, regular, same_values, short_table,
    sliding_among, sliding_sum, sort, strictly_decreasing, strictly_increasing, subcircuit,
    symmetric_all_different, table, times, value_precede, value_precede_chain,
};
use residua::domain::Domain;
use residua::model::{ConstraintId, IntVar, Model, ModelError};
use std::sync::Arc;

use crate::kinds::Kind;

pub(crate) fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let queens = model.int_vars("q", n as usize, 0..=n - 1);
    for sign in [0, 1, -1] {
        let views = queens.iter().zip(0..).map(|(&q, i)| q + sign * i);
        let _ = model.post(all_different(views)).expect("the values are small");
    }
    model
}

/// Sums of different digits, two of which share a cell.
pub(crate) fn cages() -> Model {
    let mut model = Model::new();
    let cells = model.int_vars("c", 10, 1..=9);
    for (cage, total) in [(&cells[..4], 12), (&cells[3..7], 25), (&cells[7..], 16)] {
        let _ = model.post(exact_sum(cage, total).distinct()).expect("the values are small");
    }
    model
}

/// All kinds together leave too little to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Basic,
    Counts,
}

/// A constraint of variables of its own.
fn apart(kind: Kind, domain: &Domain, model: &mut Model) -> Result<ConstraintId, ModelError> {
    let vs = model.int_vars("v", 8, domain);
    match kind {
        Kind::AllDifferentExcept => model.post(all_different_except(&vs[..6], [0, 4, 7])),
        Kind::AllEqual => {
            let es = model.int_vars("e", 3, -9..=9);
            model.post(all_equal([es[0] * 2, es[1] - 1, es[2].view()]))
        }
        Kind::Inverse => {
            let [f, g] = ["f", "g"].map(|name| model.int_vars(name, 7, 0..=6));
            model.post(inverse(f, g))
        }
        Kind::InversePartial => {
            let tasks = model.int_vars("task", 5, -1..=3);
            let machines = model.int_vars("machine", 4, -1..=4);
            model.post(inverse_partial(tasks, machines))
        }
        Kind::SymmetricAllDifferent => {
            let partners = model.int_vars("p", 6, 0..=5);
            model.post(symmetric_all_different(partners))
        }
        Kind::SameValues => model.post(same_values(&vs[..4], &vs[4..])),
        Kind::Sort => model.post(sort(&vs[..4], &vs[4..])),
        Kind::SlidingSum => model.post(sliding_sum(&vs, 3, 20..=50)),
        Kind::SlidingAmong => model.post(sliding_among(&vs, [1, 2, 3, 5, 9], 4, 1..=2)),
        Kind::ShortTable => {
            let free = |k: i32, v: i32| (k % 4 > 0).then_some(v % 31);
            let rows = (0..90).map(|k| [free(k, k * 7), free(k + 1, k * 5), free(k + 2, k)]);
            model.post(short_table([vs[1], vs[3], vs[5]], rows))
        }
        Kind::Cumulative => {
            let [durations, demands] = ["duration", "demand"].map(|name| model.int_vars(name, 8, 3..=5));
            let tasks = cumulative(&vs, durations, demands, vs[7] * 0 + 7);
            model.post(tasks.optional(vs.iter().map(|v| v.at_least(2))))
        }
        Kind::NegativeTable => {
            let rows = (0..300).map(|k| [k % 31, k * 5 % 17]).filter(|pair| pair[0] != pair[1]);
            model.post(negative_table([vs[2], vs[5]], rows))
        }
        kind => unreachable!("{kind:?} shares its variables"),
    }
}

/// An automaton in which each value leads on, from all states but one.
fn turning() -> Automaton {
    let moves = (0..31).flat_map(|v| (0..4).map(move |q| (q, v, (q + v as usize * 3) % 5)));
    Automaton::new(5, 0, moves, [1, 2, 3])
}

fn some_literals(xs: &[IntVar]) -> Clause {
    clause([
        xs[0].is(3),
        xs[2].at_most(9),
        xs[3].is_not(7),
        xs[0].at_least(20),
        xs[5].at_least(15),
        xs[0].is(7),
    ])
}

/// A constraint that some permutation of 0..6 satisfies, with results that exclude nothing.
fn on_a_tour(kind: Kind, tour: &[IntVar], results: &[IntVar]) -> Arc<dyn Constraint> {
    const SIZES: [i32; 6] = [5, 4, 4, 3, 2, 2];
    match kind {
        Kind::Circuit => Arc::new(circuit(tour)),
        Kind::Subcircuit => Arc::new(subcircuit(tour)),
        Kind::BinPacking => Arc::new(bin_packing(tour, SIZES, &results[..6])),
        Kind::BinPackingCapa => Arc::new(bin_packing_capa(tour, SIZES, [6, 7, 5, 6, 9, 2])),
        Kind::Knapsack => Arc::new(knapsack([5, 4, 0, 3], [1, 2, 6, 2], &tour[..4], results[6], results[7])),
        Kind::Disjunctive => Arc::new(disjunctive(tour, [1; 6])),
        Kind::Diffn => Arc::new(diffn(tour, &results[..6], [1; 6], [3; 6])),
        Kind::DiffnNonstrict => Arc::new(diffn_nonstrict(tour, [0; 6], [1; 6], [1, 2, 1, 0, 2, 1])),
        Kind::DisjunctiveStrict => {
            let present = results[..3].iter().map(|result| result.at_least(-1000));
            Arc::new(disjunctive_strict(&tour[..3], [1, 0, 1]).optional(present))
        }
        _ => {
            let layers = (0..6).map(|_| (0..31).map(|v| (0, v, 0)).collect());
            Arc::new(mdd(tour, layers))
        }
    }
}

/// A constraint of every kind of a part of them, on domains of a form.
pub(crate) fn mixed(domain: &Domain, part: Part) -> Model {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, domain);
    // Results of functions, which then exclude nothing.
    let zs = model.int_vars("z", 9, -2000..=2000);
    // Lists and tables leave few solutions: they are of variables of their own.
    let ys = model.int_vars("y", 8, domain);
    // A circuit of those that the values of others may leave.
    let tour = model.int_vars("tour", 6, domain);
    let is_in = |kind: &&Kind| (**kind > Kind::Clause) == (part == Part::Counts);
    for kind in Kind::ALL.iter().filter(is_in) {
        let posted = match kind {
            Kind::Eq => model.post(eq(xs[4] * 2, xs[5] - 1)),
            Kind::Ne => model.post(ne(xs[2] * 2, xs[3])),
            Kind::Lt => model.post(lt(xs[0], xs[1])),
            Kind::Le => model.post(le(xs[1], xs[3] * 2)),
            Kind::Gt => model.post(gt(xs[5] * 2, xs[2])),
            Kind::Ge => model.post(ge(xs[2] + 20, xs[4])),
            Kind::InSet => model.post(in_set(xs[3] + 1, domain.clone())),
            Kind::AllDifferent => model.post(all_different(xs.clone())),
            Kind::AllDifferentExcept
            | Kind::AllEqual
            | Kind::Inverse
            | Kind::InversePartial
            | Kind::SymmetricAllDifferent
            | Kind::SameValues
            | Kind::Sort
            | Kind::SlidingSum
            | Kind::SlidingAmong
            | Kind::ShortTable
            | Kind::Cumulative
            | Kind::NegativeTable => apart(*kind, domain, &mut model),
            Kind::Clause => model.post(some_literals(&xs)),
            // See `conditions`.
            Kind::AnyOf | Kind::AllOf | Kind::Iff | Kind::Not => continue,
            // All of them hold where the variables are 3, 9, 7, 8, 10, 21.
            Kind::NumberOf => {
                model.post(number_of([xs[0].is(4), xs[1].at_least(9), xs[4].is_not(3)], xs[4] - 8))
            }
            Kind::Exactly => model.post(exactly(1, [xs[2].is(7), xs[3].at_most(5), xs[4].is(20)])),
            Kind::AtMost => model.post(at_most(2, xs.iter().map(|x| x.is(8)))),
            Kind::AtLeast => model.post(at_least(2, xs.iter().map(|x| x.at_most(9)))),
            Kind::Count => model.post(count(&xs[..4], xs[5] - 3, xs[0] - 3)),
            Kind::Among => model.post(among(&xs, [1, 2, 3, 5, 9], 2)),
            Kind::GlobalCardinality => {
                let counts = [xs[5] * 0, xs[0] * 0 + 1, xs[1] - 9];
                model.post(global_cardinality(&xs, [2, 7, 11], counts))
            }
            Kind::Nvalue => model.post(nvalue([xs[0] + 3, xs[1] - 1, xs[2].view(), xs[3].view()], xs[4] - 7)),
            Kind::Increasing => model.post(increasing([xs[0], xs[2], xs[4]])),
            Kind::StrictlyIncreasing => model.post(strictly_increasing([xs[0] - 5, xs[3] + 3, xs[4] + 9])),
            Kind::Decreasing => model.post(decreasing([xs[5] + 9, xs[3] + 1, xs[0].view()])),
            Kind::StrictlyDecreasing => model.post(strictly_decreasing([xs[5] + 20, xs[2].view()])),
            Kind::LexLess => model.post(lex_less(&xs[..3], &xs[3..])),
            Kind::LexLesseq => model.post(lex_lesseq(&xs[2..4], &xs[3..])),
            Kind::LexChain => model.post(lex_chain([&xs[..2], &xs[2..4], &xs[3..5]])),
            Kind::ValuePrecede => model.post(value_precede(2, 20, &xs)),
            Kind::ValuePrecedeChain => model.post(value_precede_chain([3, 25, 2], xs.iter().rev())),
            Kind::Knapsack
            | Kind::Disjunctive
            | Kind::DisjunctiveStrict
            | Kind::Diffn
            | Kind::DiffnNonstrict
            | Kind::Mdd
            | Kind::BinPacking
            | Kind::BinPackingCapa
            | Kind::Circuit
            | Kind::Subcircuit => model.post(on_a_tour(*kind, &tour, &zs)),
            Kind::Element => {
                let constants: Vec<i32> = (0..31).map(|k| k * 7 % 23).collect();
                model.post(element(ys[4], constants, ys[7]))
            }
            Kind::ElementVar => {
                let entries: Vec<_> = (0..31).map(|k| ys[k % 7] + (k % 5) as i32).collect();
                model.post(element_var(ys[5], entries, ys[1]))
            }
            Kind::Table => {
                let pairs = (0..400).map(|k| [k % 31, k * 5 % 29 + k % 2, k * 3 % 23]);
                model.post(table([ys[0], ys[2], ys[4]], pairs))
            }
            Kind::PairTable => {
                model.post(pair_table((ys[0], 0..=30), (ys[3], 0..=30), |a, b| (a + b) % 3 > 0))
            }
            Kind::Element2d => {
                let matrix: Vec<Vec<i32>> =
                    (0..31).map(|i| (0..31).map(|j| (i * j + j) % 29).collect()).collect();
                model.post(element_2d(ys[1], ys[2], matrix, ys[3]))
            }
            Kind::Regular => model.post(regular(&ys, turning())),
            Kind::ExactSum => model.post(exact_sum([xs[0] * 2, xs[1] * 3, xs[2].view()], 40)),
            Kind::Maximum => model.post(maximum([xs[0], xs[2], xs[4]], zs[0])),
            Kind::Abs => model.post(abs(xs[0] - 9, zs[1])),
            Kind::Distance => model.post(distance(xs[0], xs[4], zs[2])),
            Kind::Times => model.post(times(xs[0], xs[2], zs[3])),
            Kind::Div => model.post(div(xs[5], xs[1], zs[4])),
            Kind::DivFloor => model.post(div_floor(xs[4] - 20, 3 * xs[1], zs[5])),
            Kind::Modulo => model.post(modulo(xs[5], xs[4], zs[6])),
            Kind::ModFloor => model.post(mod_floor(xs[2] - 40, xs[4] + 3, zs[7])),
            Kind::Pow => model.post(pow(xs[4] - 3, xs[1] - 9, zs[8])),
            Kind::ArgMax => model.post(arg_max([xs[0], xs[3], xs[5]], xs[0] - 2)),
            Kind::ArgMin => model.post(arg_min([zs[0], xs[4]], zs[1] - 5)),
            Kind::Minimum => model.post(minimum([xs[1] + 1, xs[3] - 2], zs[2])),
        };
        let _ = posted.expect("the values are small");
    }
    model
}

/// Connectives of comparisons, memberships and sums. The truth of other parts is found by simplifiers, which may allocate.
pub(crate) fn conditions(domain: &Domain) -> Model {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, domain);
    let bs = model.int_vars("b", 6, 0..=1);
    let apart = |i: usize, j: usize| (xs[i] + 3).le(xs[j]) | (xs[j] + 2).le(xs[i]);
    let few = || in_set(xs[1], [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    let parts = [
        apart(0, 1),
        apart(1, 2),
        apart(0, 2),
        apart(3, 4),
        (xs[0] + xs[1] + xs[2]).le(40).reified_by(bs[0].is(1)),
        (xs[0] + xs[1] * 2).eq(xs[3] + xs[4]).reified_by(bs[1].is(1)),
        xs[3].ne(xs[4] + 1).reified_by(bs[2].is(1)),
        bs[3].is(1).implies((xs[5] + xs[0] + xs[4]).ne(30)),
        few().reified_by(bs[4].is(1)),
        (xs[2].lt(xs[5]) ^ few()).or(bs[5].is(0)),
    ];
    for part in parts {
        let _ = model.post(part).expect("the values are small");
    }
    model
}
