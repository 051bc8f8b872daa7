//! The constraints, each over as many views, values or tuples as it is asked for.

use residua::prelude::*;
use residua_flatzinc::Problem;

/// A constraint of the catalogue, or a use of one.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Posts it over this number of views, values or tuples.
    pub(crate) make: fn(&mut Model, usize) -> Result<(), ModelError>,
}

/// Variables of one domain.
fn ints(model: &mut Model, count: usize, low: i32, high: i32) -> Vec<IntVar> {
    model.int_vars("x", count, low..=high)
}

/// The places of a list.
fn places(model: &mut Model, count: usize) -> Vec<IntVar> {
    ints(model, count, 0, count as i32 - 1)
}

fn var(model: &mut Model, low: i32, high: i32) -> IntVar {
    model.int_var(low..=high)
}

fn tuples(count: usize) -> impl Iterator<Item = [i32; 3]> {
    (0..count).map(|k| [(k % 1000) as i32, (k / 7 % 1000) as i32, (k / 13 % 1000) as i32])
}

/// Two zeros or ones, of which the second is never one after the first.
fn no_two_ones() -> Automaton {
    Automaton::new(2, 0, [(0, 0, 0), (0, 1, 1), (1, 0, 0)], [0, 1])
}

macro_rules! rows {
    ($($name:literal: |$model:ident, $n:ident| $make:block)*) => {
        pub(crate) const ROWS: &[Row] = &[$(
            Row {
                name: $name,
                make: |$model: &mut Model, $n: usize| {
                    let constraint = $make;
                    $model.post(constraint)?;
                    Ok(())
                },
            },
        )* FROM_A_FILE];
    };
}

rows! {
    "all_different value": |m, n| { all_different(ints(m, n, 1, n as i32)).at(Consistency::Value) }
    "all_different bounds": |m, n| { all_different(ints(m, n, 1, n as i32)).at(Consistency::Bounds) }
    "all_different domain": |m, n| { all_different(ints(m, n, 1, n as i32)).at(Consistency::Domain) }
    "all_different": |m, n| { all_different(ints(m, n, 1, 2 * n as i32)) }
    "all_different_except": |m, n| { all_different_except(ints(m, n, 0, n as i32), [0]) }
    "all_equal": |m, n| { all_equal(ints(m, n, 1, 9)) }
    "symmetric_all_different": |m, n| { symmetric_all_different(places(m, n)) }
    "inverse": |m, n| { inverse(places(m, n), places(m, n)) }
    "inverse_partial": |m, n| { inverse_partial(ints(m, n, -1, n as i32 - 1), ints(m, 9, -1, n as i32 - 1)) }
    "inverse_partial, square": |m, n| { inverse_partial(ints(m, n, -1, n as i32 - 1), ints(m, n, -1, n as i32 - 1)) }
    "exact_sum": |m, n| { exact_sum(ints(m, n, 0, 9), n as i64) }
    "sum ≥": |m, n| { sum(ints(m, n, 0, 9).into_iter().map(|x| x * 3)).ge(n as i64) }
    "sum ≠": |m, n| { sum(ints(m, n, 0, 9)).ne(n as i64) }
    "sum = y": |m, n| { let y = var(m, 0, 20_000_000); sum(ints(m, n, 0, 9)).eq(y) }
    "b ↔ sum ≤": |m, n| { let b = var(m, 0, 1); iff(sum(ints(m, n, 0, 9)).le(n as i64), b.is(1)) }
    "exact_sum distinct": |m, n| { exact_sum(ints(m, n, 0, 2 * n as i32), 0).distinct() }
    "maximum": |m, n| { let y = var(m, 0, 50); maximum(ints(m, n, 0, 99), y) }
    "minimum": |m, n| { let y = var(m, 50, 99); minimum(ints(m, n, 0, 99), y) }
    "max_of expressions": |m, n| { max_of(ints(m, n, 0, 99).into_iter().map(|x| x * 2 + 1)).le(60) }
    "arg_max": |m, n| { let y = var(m, 0, n as i32); arg_max(ints(m, n, 0, 99), y) }
    "times": |m, n| { let [x, y] = [0; 2].map(|_| var(m, 0, n as i32)); (x * y).eq(var(m, 0, 1 << 30)) }
    "div": |m, n| { let [x, y] = [0; 2].map(|_| var(m, -(n as i32), n as i32)); (x / y).eq(var(m, 2, n as i32)) }
    "modulo": |m, n| { let [x, y] = [0; 2].map(|_| var(m, -(n as i32), n as i32)); (x % y).eq(var(m, 2, n as i32)) }
    "pow": |m, n| { let x = var(m, -(n as i32), n as i32); x.pow(2).eq(var(m, 3, 1 << 30)) }
    "abs, holes": |m, n| { let x = m.int_var((0..n as i32).map(|k| 3 * k - n as i32).collect::<Domain>()); x.abs().eq(var(m, 0, n as i32)) }
    "eq, holes": |m, n| { let [x, y] = [3, 5].map(|by| m.int_var((0..n as i32).map(|k| by * k).collect::<Domain>())); eq(x, y) }
    "in_set": |m, n| { let x = var(m, 0, 2 * n as i32); in_set(x, (0..n as i32).map(|k| 2 * k)) }
    "element": |m, n| { let (i, y) = (var(m, 0, n as i32), var(m, 999, 9999)); element(i, (0..n).map(|k| (k % 1000) as i32).collect::<Vec<i32>>(), y) }
    "element_var": |m, n| { let (i, y) = (var(m, 0, n as i32), var(m, 50, 60)); element_var(i, ints(m, n, 0, 99), y) }
    "element_2d": |m, n| { let (i, j, y) = (var(m, 0, n as i32 / 10), var(m, 0, 9), var(m, 50, 60)); element_2d(i, j, (0..n / 10).map(|k| [(k % 100) as i32; 10]), y) }
    "table": |m, n| { table(ints(m, 3, 0, 999), tuples(n)) }
    "negative_table": |m, n| { negative_table(ints(m, 3, 0, 999), tuples(n)) }
    "short_table": |m, n| { short_table(ints(m, 3, 0, 999), tuples(n).map(|[a, b, _]| [Some(a), Some(b), None])) }
    "pair_table": |m, n| { let k = (3 * n).isqrt() as i32; let x = ints(m, 2, 0, k - 1); pair_table((x[0], 0..=k - 1), (x[1], 0..=k - 1), |x, y| (x * 7 + y) % 3 == 0) }
    "regular, long": |m, n| { regular(ints(m, n, 0, 1), no_two_ones()) }
    "regular, states": |m, n| { let n = n.min(65_536); regular(ints(m, 9, 0, 9), Automaton::new(n, 0, (0..n * 9 / 10).flat_map(|s| (0..3).map(move |v| (s, v, (s * 3 + v as usize + 1) % n))), 0..n)) }
    "clause": |m, n| { clause(ints(m, n, 0, 1).into_iter().map(|x| x.is(1))) }
    "at_most": |m, n| { at_most(3, ints(m, n, 0, 9).into_iter().map(|x| x.is(2))) }
    "count": |m, n| { let y = var(m, 0, 50); count(ints(m, n, 0, 9), 3, y) }
    "count of a variable": |m, n| { let [v, y] = [0; 2].map(|_| var(m, 0, 9)); count(ints(m, n, 0, 9), v, y) }
    "how_many": |m, n| { how_many(ints(m, n, 0, 9).into_iter().map(|x| le(x, 3))).le(5) }
    "among": |m, n| { among(ints(m, n, 0, 9), 2..=3, 5) }
    "global_cardinality": |m, n| { global_cardinality(ints(m, n, 0, 4), [0, 1, 2], [1..=n as i64, 0..=3, 1..=2]) }
    "global_cardinality, values": |m, n| { let v = (n / 1000) as i32; global_cardinality(ints(m, n, 0, v - 1), 0..v, vec![1000..=1001; n / 1000]) }
    "nvalue": |m, n| { nvalue(ints(m, n, 0, 9), 3) }
    "nvalue, wide": |m, n| { let y = var(m, 2, n as i32); nvalue(ints(m, n, 0, n as i32 - 1), y) }
    "same_values": |m, n| { same_values(ints(m, n, 0, 9), ints(m, n, 0, 9)) }
    "sliding_sum": |m, n| { sliding_sum(ints(m, n, 0, 9), 10, 3..=20) }
    "sliding_among": |m, n| { sliding_among(ints(m, n, 0, 9), 2..=3, 10, 1..=2) }
    "increasing": |m, n| { increasing(ints(m, n, 0, 9)) }
    "strictly_increasing": |m, n| { strictly_increasing(ints(m, n, 0, 2 * n as i32)) }
    "lex_less": |m, n| { lex_less(ints(m, n, 0, 1), ints(m, n, 0, 1)) }
    "lex_chain": |m, n| { lex_chain(ints(m, n, 0, 1).chunks(10).map(<[IntVar]>::to_vec)) }
    "sort": |m, n| { sort(ints(m, n, 0, 99), ints(m, n, 0, 99)) }
    "sort, places": |m, n| { let x = ints(m, n, 0, n as i32); sort(x, (0..n as i32).map(|k| m.int_var(k / 2..=k)).collect::<Vec<_>>()) }
    "value_precede_chain": |m, n| { value_precede_chain(1..=9, ints(m, n, 1, 9)) }
    "value_precede_chain, wide": |m, n| { value_precede_chain(1..=1000, ints(m, n, 1, 1000)) }
    "circuit": |m, n| { circuit(places(m, n.min(65_536))) }
    "subcircuit": |m, n| { subcircuit(places(m, n.min(65_536))) }
    "circuit, near": |m, n| { let n = n.min(65_536); circuit((0..n as i32).map(|k| m.int_var([(k + 1) % n as i32, (k + 2) % n as i32, (k + n as i32 - 1) % n as i32])).collect::<Vec<_>>()) }
    "cumulative": |m, n| { cumulative(ints(m, n, 0, 4 * n as i32), vec![3; n], vec![2; n], 5) }
    "cumulative, tight": |m, n| { cumulative((0..n as i32).map(|k| m.int_var(k..=k + 4)).collect::<Vec<_>>(), vec![3; n], vec![1; n], 3) }
    "disjunctive": |m, n| { disjunctive(ints(m, n, 0, 10 * n as i32), vec![3; n]) }
    "disjunctive, windows": |m, n| { disjunctive((0..n as i32).map(|k| m.int_var(3 * k..=3 * k + 9)).collect::<Vec<_>>(), vec![3; n]) }
    "diffn": |m, n| { diffn(ints(m, n, 0, 10 * n as i32), ints(m, n, 0, 20), vec![2; n], vec![2; n]) }
    "bin_packing": |m, n| { let loads = ints(m, 10, 0, 3 * n as i32); bin_packing(ints(m, n, 0, 9), vec![2; n], loads) }
    "bin_packing_capa": |m, n| { bin_packing_capa(ints(m, n, 0, 9), vec![2; n], vec![n as i32 / 4; 10]) }
    "knapsack": |m, n| { let [w, p] = [0; 2].map(|_| var(m, 0, 1000)); knapsack(vec![2; n], vec![3; n], ints(m, n, 0, 1), w, p) }
    "any_of": |m, n| { any_of(ints(m, n, 0, 9).into_iter().map(|x| le(x, 3))) }
    "all_of": |m, n| { all_of(ints(m, n, 0, 9).into_iter().map(|x| le(x, 3))) }
    "implications": |m, n| { all_of(ints(m, n, 0, 9).windows(2).map(|x| x[0].eq(1).implies(x[1].ne(2))).collect::<Vec<_>>()) }
    "x < y, chain": |m, n| { all_of(ints(m, n, 0, 2 * n as i32).windows(2).map(|x| lt(x[0], x[1])).collect::<Vec<_>>()) }
    "x < y < x": |m, n| { let x = ints(m, 2, 0, n as i32); all_of([lt(x[0] * 2, x[1] * 3), lt(x[1] * 3, x[0] * 2)]) }
    "b ↔ all_different": |m, n| { let b = var(m, 0, 1); iff(all_different(ints(m, n, 1, n as i32)), b.is(1)) }
    "b → table": |m, n| { let b = var(m, 0, 1); b.is(1).implies(table(ints(m, 3, 0, 999), tuples(n))) }
    "constructive": |m, n| { let x = ints(m, 2, 0, n as i32); any_of([lt(x[0] * 2, x[1] * 3), lt(x[1] * 3, x[0] * 2)]).constructive(Consistency::Domain) }
}

/// A file of FlatZinc, whose model takes the place of the one that is given.
const FROM_A_FILE: Row = Row {
    name: "array_int_element",
    make: |model, n| {
        let constants: Vec<String> = (0..n).map(|k| (k * 7919 % 1_000_003).to_string()).collect();
        let text = format!(
            "var 1..{n}: i;\nvar 0..2000000: y;\nconstraint array_int_element(i,[{}],y);\nsolve satisfy;\n",
            constants.join(",")
        );
        *model = Problem::read(&text).expect("the file is right").model;
        Ok(())
    },
};
