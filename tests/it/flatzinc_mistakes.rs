//! Promise: a mistake in a file of FlatZinc is told with its place, in words that say what is wrong.

use residua_flatzinc::Problem;

/// Files, and what is said of them.
const MISTAKES: &[(&str, &str)] = &[
    (
        "constraint no_such(1);\nsolve satisfy;",
        "1:12: the constraint no_such is not known: a model that MiniZinc compiles for residua (--solver residua) has those that are",
    ),
    (
        "var float: x;\nsolve satisfy;",
        "1:1: x is a floating-point number, and not a multiple of a known part by what defines it: only such are supported",
    ),
    (
        "var 1..9: x;\nconstraint float_plus(x,x,x);\nsolve satisfy;",
        "2:12: what float_plus says of floating-point numbers cannot be said of integers",
    ),
    (
        "var set of 1..3: s;\nsolve satisfy;",
        "1:1: s is a set variable, which is not supported: MiniZinc's nosets.mzn replaces it",
    ),
    (
        "constraint set_union(1,2,3);\nsolve satisfy;",
        "1:12: the constraint set_union is not known: sets are supported where MiniZinc's nosets.mzn has replaced their variables",
    ),
    ("var 1..9: x;\nconstraint int_le(x);\nsolve satisfy;", "2:12: int_le has 2 arguments, not 1"),
    (
        "var 1..9: x;\nconstraint int_le_reif(x,3);\nsolve satisfy;",
        "2:12: argument 2 of int_le_reif is a number, not a Boolean",
    ),
    ("var 1..9: x;\nconstraint int_le_reif();\nsolve satisfy;", "2:12: int_le_reif has no arguments"),
    (
        "var 1..9: x;\nconstraint int_le(x,true);\nsolve satisfy;",
        "2:12: argument 2 of int_le is a truth value, not an integer",
    ),
    (
        "var 1..9: x;\nconstraint int_le(x,[3]);\nsolve satisfy;",
        "2:12: argument 2 of int_le is an array of integers, not an integer",
    ),
    (
        "var 1..9: x;\nconstraint int_le(x,1..3);\nsolve satisfy;",
        "2:12: argument 2 of int_le is a set, not an integer",
    ),
    (
        "var 1..9: x;\nconstraint int_le(x,2.5);\nsolve satisfy;",
        "2:12: 2.5 is a floating-point number, which is not supported",
    ),
    (
        "var 1..9: x;\nconstraint int_le(x,\"3\");\nsolve satisfy;",
        "2:12: \"3\" stands where a value is expected",
    ),
    (
        "var 1..9: x;\nconstraint int_le(x,f(3));\nsolve satisfy;",
        "2:12: f(3) stands where a value is expected",
    ),
    (
        "var 1..9: x;\nconstraint bool_clause([x],[]);\nsolve satisfy;",
        "2:12: argument 1 of bool_clause is an array of integers, not an array of Booleans",
    ),
    (
        "var bool: b;\nconstraint int_lin_le([1],[b],3);\nsolve satisfy;",
        "2:12: argument 2 of int_lin_le is an array of Booleans, not an array of integers",
    ),
    (
        "var 1..9: x;\nconstraint int_lin_le([1,2],[x],3);\nsolve satisfy;",
        "2:12: int_lin_le has 2 factors of 1 terms",
    ),
    (
        "var 1..9: x;\nconstraint int_lin_le([x],[x],3);\nsolve satisfy;",
        "2:12: argument 1 of int_lin_le is an integer variable, not an array of numbers",
    ),
    (
        "var 1..9: x;\nconstraint set_in(x,[1,2]);\nsolve satisfy;",
        "2:12: argument 2 of set_in is an array of integers, not a set of integers that is known",
    ),
    (
        "var 1..9: x;\nconstraint array_int_element(x,3,x);\nsolve satisfy;",
        "2:12: argument 2 of array_int_element is a number, not an array of integers",
    ),
    (
        "var 1..9: x;\narray [1..2] of var int: xs = [x,true];\nsolve satisfy;",
        "2:1: an integer is expected, true is a truth value",
    ),
    (
        "var 1..9: x;\narray [1..2] of var bool: xs = [x,x];\nsolve satisfy;",
        "2:1: xs is an array of bool, but its value is an array of integers",
    ),
    (
        "array [1..2] of var int: xs = 3;\nsolve satisfy;",
        "1:1: xs is an array of int, but its value is a number",
    ),
    ("array [1..2] of int: xs;\nsolve satisfy;", "1:1: xs has no value"),
    ("int: n;\nsolve satisfy;", "1:1: n has no value"),
    ("var 1..9: x = y;\nsolve satisfy;", "1:1: y is not declared"),
    ("var 1..9: x = true;\nsolve satisfy;", "1:1: x is of type 1..9, but its value is a truth value"),
    (
        "array [2..3] of int: xs = [1,2];\nsolve satisfy;",
        "1:8: an array has the elements from 1 to some number, not 2..3",
    ),
    ("array [1..1000000000] of var 0..1: xs;\nsolve satisfy;", "1:1: xs has no value"),
    (
        "array [1..2] of int: xs = [1,2];\nvar 1..3: y;\nconstraint int_eq(y,xs[3]);\nsolve satisfy;",
        "3:12: there is no xs[3]",
    ),
    ("var 1..3: y;\nconstraint int_eq(y,y[1]);\nsolve satisfy;", "2:12: there is no y[1]"),
    ("var 1..3: y;\nsolve maximize z;", "2:1: z is not declared"),
    ("var bool: y;\nsolve maximize y;", "2:1: an integer is expected, y is a Boolean variable"),
    ("var 1..3: y;\nsolve maximize [y];", "2:1: an integer is expected, [y] is an array of integers"),
    ("var 1..3: y;\nsolve maximise y;", "2:7: expected satisfy, minimize or maximize, found \"maximise\""),
    (
        "var 1..3: y :: output_array([1..2]);\nsolve satisfy;",
        "1:1: the index sets of y do not have as many elements as it has",
    ),
    (
        "array [1..2] of int: xs :: output_array([1..3]) = [1,2];\nsolve satisfy;",
        "1:1: the index sets of xs do not have as many elements as it has",
    ),
    (
        "array [1..2] of int: xs :: output_array(3) = [1,2];\nsolve satisfy;",
        "1:1: the index sets of an output are ranges, not 3",
    ),
    (
        "var 1..9: x;\nconstraint fzn_table_int([x,x],[1,2,3]);\nsolve satisfy;",
        "2:12: 3 cells are not rows of 2",
    ),
    (
        "var 1..9: x;\nconstraint residua_regular([x],2,2,[1,2],1,{2});\nsolve satisfy;",
        "2:12: an automaton of 2 states and 2 symbols starts in one of them and has a transition for each pair",
    ),
    (
        "var 1..9: x;\nconstraint residua_int_element2d(x,x,1..2,1..2,[1,2,3],x);\nsolve satisfy;",
        "2:12: the matrix has not as many elements as its index sets say",
    ),
    (
        "var 1..9: x;\nconstraint residua_inverse([x,x],1,[x],1);\nsolve satisfy;",
        "2:12: inverse([x - 1, x - 1], [x - 1]): a list of 2 views has no inverse of 1: see inverse_partial",
    ),
    (
        "var 1..9: x;\nconstraint fzn_global_cardinality([x],[1,2],[1]);\nsolve satisfy;",
        "2:12: there are not as many counts as values",
    ),
    (
        "var 1..9: x;\nconstraint fzn_cumulative([x],[1,2],[1],3);\nsolve satisfy;",
        "2:12: cumulative(x[1 × 1]; ≤ 3): there are 1 starts and 2 durations",
    ),
    (
        "var 1..9: x;\nconstraint fzn_if_then_else_int([],[],x);\nsolve satisfy;",
        "2:12: fzn_if_then_else_int has not as many values as conditions",
    ),
    (
        "var 1..9: x;\nconstraint fzn_at_least_int(x,[x],3);\nsolve satisfy;",
        "2:12: argument 1 of fzn_at_least_int is an integer variable, not a number",
    ),
    (
        "var 1..9: x;\nconstraint fzn_at_least_int(1,[x],99999999999);\nsolve satisfy;",
        "2:12: 99999999999 is beyond 32 bits",
    ),
    (
        "var 0..1000000: x;\nvar 0..1000000: y;\nconstraint int_lin_ne([1000000000000000,1],[x,y],5);\nsolve satisfy;",
        "3:12: 1000000000000000·x + y ≠ 5: the sum can be 0 or 1000000000000001000000, and its terms more, which does not fit into 60 bits",
    ),
    (
        "var 0..9: x;\nconstraint int_lin_ne([9223372036854775807],[x],5);\nsolve satisfy;",
        "2:12: 9223372036854775807·x ≠ 5: the sum can be 0 or 83010348331692982263, and its terms more, which does not fit into 60 bits",
    ),
    (
        "var 1..9: x;\nconstraint fzn_diffn([x],[x],[x],[]);\nsolve satisfy;",
        "2:12: the lists of fzn_diffn differ in length",
    ),
    ("constraint int_eq(1,1)\nsolve satisfy;", "2:1: expected \";\", found \"solve\""),
    ("constraint int_eq(1 1);\nsolve satisfy;", "1:21: expected \",\" or \")\", found 1"),
    ("var 1..9 x;\nsolve satisfy;", "1:10: expected \":\", found \"x\""),
    ("var {1,x}: y;\nsolve satisfy;", "1:8: expected an integer or \"}\", found \"x\""),
    (
        "var set of set of int: y;\nsolve satisfy;",
        "1:12: expected integers, a range or a set of them, found \"set\"",
    ),
    ("predicate p(int: x)", "1:1: this item is not ended by \";\""),
    ("", "1:1: the file ends without a solve item"),
    (
        "constraint int_eq_reif_reif(1,1,true,true);\nsolve satisfy;",
        "1:12: the condition int_eq_reif is not known",
    ),
    (
        "constraint int_lin_eq_imp([1],[2],3,4);\nsolve satisfy;",
        "1:12: argument 4 of int_lin_eq_imp is a number, not a Boolean",
    ),
    (
        "array [1..2] of set of int: s = [1..3,{}];\nvar 1..2: i;\nconstraint array_set_element(i,s,1..3);\nsolve satisfy;",
        "3:12: the constraint array_set_element is not known: sets are supported where MiniZinc's nosets.mzn has replaced their variables",
    ),
    (
        "int: n = 3;\nconstraint int_eq(n,n);\narray [1..2] of int: n = [1,2];\nsolve satisfy;",
        "3:1: n is declared twice",
    ),
    (
        "var 1..9: x;\nconstraint residua_circuit([x],x);\nsolve satisfy;",
        "2:12: argument 2 of residua_circuit is an integer variable, not a number",
    ),
    ("var 1..9: x :: \"open\nsolve satisfy;", "1:16: the quote is not closed on its line"),
    ("var 1..9: é;\nsolve satisfy;", "1:11: 'é' is unexpected here"),
    ("var 1..9: x; solve satisfy;\nsolve satisfy;", "2:1: a second solve item"),
    ("var 1..9: x :: f(;\nsolve satisfy;", "1:18: expected a value, found \";\""),
    (
        "var 1..9: x;\nconstraint array_var_int_element(x,[x,1..3],x);\nsolve satisfy;",
        "2:12: an integer is expected, 1..3 is a set",
    ),
    (
        "var 1..9: x;\nconstraint array_bool_and([true,x],true);\nsolve satisfy;",
        "2:12: a Boolean is expected, x is an integer variable",
    ),
    (
        "set of int: s = [1,2];\nsolve satisfy;",
        "1:1: s is of type set of int, but its value is an array of integers",
    ),
    ("array [1..2] of set of int: s = [1..2,3];\nsolve satisfy;", "1:1: a set is expected, 3 is a number"),
];

#[test]
fn each_mistake_is_told() {
    for &(text, expected) in MISTAKES {
        let error = Problem::read(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

/// In a file of another system's line ends and with characters of several bytes, the place is counted as an editor does.
#[test]
fn places_are_counted_in_characters() {
    let cases = [
        ("var 1..3: x;\r\nvar 1..3: x;\r\nsolve satisfy;\r\n", "2:1: x is declared twice"),
        ("var 1..3: 'größe'; constraint int_le(1,y);\nsolve satisfy;", "1:31: y is not declared"),
        ("% größe\n\n\tvar 1..3: x = y;\nsolve satisfy;", "3:2: y is not declared"),
    ];
    for (text, expected) in cases {
        let error = Problem::read(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}
