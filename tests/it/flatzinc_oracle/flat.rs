//! Constraints of MiniZinc's library as FlatZinc has them: those of `natives`, with their arrays flat and the first indices as arguments.

use crate::natives::draft::Draft;
use crate::natives::{Row, lists, tables, tasks};

use crate::flatzinc_oracle::file::Item;

/// A row, the name of its constraint in FlatZinc, and its arguments there: those of the row by their numbers, `^n` for the first index of
/// an array.
type Flat = (&'static str, &'static str, &'static [&'static str]);

const FLAT: &[Flat] = &[
    ("alldifferent", "fzn_all_different_int", &["0"]),
    ("all_equal", "fzn_all_equal_int", &["0"]),
    ("increasing", "fzn_increasing_int", &["0"]),
    ("decreasing", "fzn_decreasing_int", &["0"]),
    ("strictly_increasing", "fzn_strictly_increasing_int", &["0"]),
    ("increasing_bool", "fzn_increasing_bool", &["0"]),
    ("decreasing_bool", "fzn_decreasing_bool", &["0"]),
    ("alldifferent_except_0", "fzn_alldifferent_except_0", &["0"]),
    ("alldifferent_except", "fzn_alldifferent_except", &["0", "1"]),
    ("seq_precede_chain", "fzn_seq_precede_chain_int", &["0"]),
    ("value_precede", "fzn_value_precede_int", &["0", "1", "2"]),
    ("value_precede_chain", "fzn_value_precede_chain_int", &["0", "1"]),
    ("among", "fzn_among", &["0", "1", "2"]),
    ("nvalue", "fzn_nvalue", &["0", "1"]),
    ("member", "fzn_member_int", &["0", "1"]),
    ("member_bool", "fzn_member_bool", &["0", "1"]),
    ("count_eq", "fzn_count_eq", &["0", "1", "2"]),
    ("count_neq", "fzn_count_neq", &["0", "1", "2"]),
    ("count_geq", "fzn_count_geq", &["0", "1", "2"]),
    ("count_gt", "fzn_count_gt", &["0", "1", "2"]),
    ("count_leq", "fzn_count_leq", &["0", "1", "2"]),
    ("count_lt", "fzn_count_lt", &["0", "1", "2"]),
    ("count_eq", "fzn_count_eq_par", &["0", "1", "2"]),
    ("count_neq", "fzn_count_neq_par", &["0", "1", "2"]),
    ("count_geq", "fzn_count_geq_par", &["0", "1", "2"]),
    ("count_gt", "fzn_count_gt_par", &["0", "1", "2"]),
    ("count_leq", "fzn_count_leq_par", &["0", "1", "2"]),
    ("count_lt", "fzn_count_lt_par", &["0", "1", "2"]),
    ("at_least", "fzn_at_least_int", &["0", "1", "2"]),
    ("at_most", "fzn_at_most_int", &["0", "1", "2"]),
    ("exactly", "fzn_exactly_int", &["0", "1", "2"]),
    ("global_cardinality", "fzn_global_cardinality", &["0", "1", "2"]),
    ("global_cardinality_closed", "fzn_global_cardinality_closed", &["0", "1", "2"]),
    ("global_cardinality_low_up", "fzn_global_cardinality_low_up", &["0", "1", "2", "3"]),
    ("global_cardinality_low_up_closed", "fzn_global_cardinality_low_up_closed", &["0", "1", "2", "3"]),
    ("lex_less", "residua_lex_less_int", &["0", "1"]),
    ("lex_lesseq", "residua_lex_lesseq_int", &["0", "1"]),
    ("lex_less_bool", "residua_lex_less_bool", &["0", "1"]),
    ("lex_lesseq_bool", "residua_lex_lesseq_bool", &["0", "1"]),
    ("lex_less", "fzn_lex_less_int", &["0", "1"]),
    ("lex_lesseq_bool", "fzn_lex_lesseq_bool", &["0", "1"]),
    ("sort", "fzn_sort", &["0", "1"]),
    ("arg_sort", "residua_arg_sort_int", &["0", "^0", "1"]),
    ("table", "residua_table_int", &["0", "1"]),
    ("table_bool", "residua_table_bool", &["0", "1"]),
    ("table", "fzn_table_int", &["0", "1"]),
    ("regular", "residua_regular", &["0", "1", "2", "3", "4", "5"]),
    ("regular_set", "residua_regular_set", &["0", "1", "2", "3", "4", "5"]),
    ("regular_nfa", "residua_regular_nfa", &["0", "1", "2", "3", "4", "5"]),
    ("regular_nfa_set", "residua_regular_nfa_set", &["0", "1", "2", "3", "4", "5"]),
    ("mdd", "fzn_mdd", &["0", "1", "2", "3", "4", "5", "6"]),
    ("circuit", "residua_circuit", &["0", "^0"]),
    ("subcircuit", "residua_subcircuit", &["0", "^0"]),
    ("symmetric_all_different", "residua_symmetric_all_different", &["0", "^0"]),
    ("inverse", "residua_inverse", &["0", "^0", "1", "^1"]),
    ("inverse_in_range", "residua_inverse_in_range", &["0", "^0", "1", "^1"]),
    ("cumulative", "fzn_cumulative", &["0", "1", "2", "3"]),
    ("disjunctive", "fzn_disjunctive", &["0", "1"]),
    ("disjunctive_strict", "fzn_disjunctive_strict", &["0", "1"]),
    ("diffn", "fzn_diffn", &["0", "1", "2", "3"]),
    ("diffn_nonstrict", "fzn_diffn_nonstrict", &["0", "1", "2", "3"]),
    ("diffn_k", "residua_diffn_k", &["0", "1", "#0"]),
    ("diffn_nonstrict_k", "residua_diffn_nonstrict_k", &["0", "1", "#0"]),
    ("bin_packing", "fzn_bin_packing", &["0", "1", "2"]),
    ("bin_packing_capa", "residua_bin_packing_capa", &["0", "1", "2", "^0"]),
    ("bin_packing_load", "residua_bin_packing_load", &["0", "1", "2", "^0"]),
    ("knapsack", "fzn_knapsack", &["0", "1", "2", "3", "4"]),
];

/// How many constraints there are.
pub(super) const COUNT: usize = FLAT.len();

/// A random constraint, the one with that number.
pub(super) fn item(at: usize, to: &mut Draft) -> Item {
    let (row, name, arguments) = FLAT[at];
    let all = || lists::ROWS.iter().chain(tables::ROWS).chain(tasks::ROWS);
    let row: &Row = all().find(|known| known.0 == row).expect("a row of that name");
    let instance = (row.2)(to);
    let (_, given) = instance.text.split_once('(').expect("a call");
    let given = parts(given.strip_suffix(')').expect("a call"));
    let argument = |form: &&str| {
        let at = |form: &str| given[form.trim_start_matches(['^', '#']).parse::<usize>().expect("a number")];
        match form.as_bytes()[0] {
            b'^' => first(at(form)),
            b'#' => width(at(form)),
            _ => flat(at(form)),
        }
    };
    Item { name, arguments: arguments.iter().map(argument).collect(), holds: instance.holds }
}

/// What stands between the commas that are in no bracket.
fn parts(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// An array without its index sets; all else as it is.
fn flat(argument: &str) -> String {
    let list = argument.starts_with("array").then(|| argument.find('[')).flatten();
    list.map_or(argument, |at| argument[at..].trim_end_matches(')')).to_owned()
}

/// The index sets of an array.
fn sets(argument: &str) -> Vec<(i64, i64)> {
    let (_, rest) = argument.split_once('(').expect("an array");
    let sets = parts(rest).into_iter().take_while(|part| !part.starts_with('['));
    let ends = |set: &str| -> Option<(i64, i64)> {
        let (low, high) = set.split_once("..")?;
        Some((low.parse().ok()?, high.parse().ok()?))
    };
    sets.map(|set| ends(set).expect("a range")).collect()
}

fn first(argument: &str) -> String {
    sets(argument)[0].0.to_string()
}

/// How many columns a matrix has.
fn width(argument: &str) -> String {
    let (low, high) = sets(argument)[1];
    (high - low + 1).to_string()
}
