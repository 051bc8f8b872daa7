//! Promise: published puzzles get their published answers; for the others, what is left or what clashes is reported.

use serde_json::{Value, json};

use crate::program::{objects, solve};
use crate::samples::{CLASH, FOUR};

/// The three puzzles of `PyEDA`'s Sudoku page as its source has them, each with the solution that it prints.
pub(crate) const PYEDA: [(&str, &str); 3] = [
    (
        r#"
   >>> grid = ( ".73|...|8.."
   ...          "..4|13.|.5."
   ...          ".85|..6|31."
   ...          "---+---+---"
   ...          "5..|.9.|.3."
   ...          "..8|.1.|5.."
   ...          ".1.|.6.|..7"
   ...          "---+---+---"
   ...          ".51|6..|28."
   ...          ".4.|.52|9.."
   ...          "..2|...|64." )
"#,
        "\
173|529|864
694|138|752
285|476|319
---+---+---
567|294|138
428|713|596
319|865|427
---+---+---
951|647|283
846|352|971
732|981|645
",
    ),
    (
        r#"
   >>> grid = ( "6..|3.2|..."
   ...          ".5.|...|.1."
   ...          "...|...|..."
   ...          "---+---+---"
   ...          "7.2|6..|..."
   ...          "...|...|.54"
   ...          "3..|...|..."
   ...          "---+---+---"
   ...          ".8.|15.|..."
   ...          "...|.4.|2.."
   ...          "...|...|7.." )
"#,
        "\
614|382|579
953|764|812
827|591|436
---+---+---
742|635|198
168|279|354
395|418|627
---+---+---
286|157|943
579|843|261
431|926|785
",
    ),
    (
        r#"
   >>> grid = ( "38.|6..|..."
   ...          "..9|...|..."
   ...          ".2.|.3.|51."
   ...          "---+---+---"
   ...          "...|..5|..."
   ...          ".3.|.1.|.6."
   ...          "...|4..|..."
   ...          "---+---+---"
   ...          ".17|.5.|.8."
   ...          "...|...|9.."
   ...          "...|..7|.32" )
"#,
        "\
385|621|497
179|584|326
426|739|518
---+---+---
762|395|841
534|812|769
891|476|253
---+---+---
917|253|684
243|168|975
658|947|132
",
    ),
];

/// A puzzle that a Prolog with finite domains solves without labelling.
const PROLOG: &str = "\
..13....8
..756..4.
.3..786..
..42....6
.9.....5.
1....59..
...12..6.
.1..375..
.....93..
";

#[test]
fn pyeda() {
    for (puzzle, solution) in PYEDA {
        let finished = solve("--format ascii", puzzle);
        assert_eq!(finished.out, format!("stdin:2  unique solution\n{solution}\n"));
        assert_eq!((finished.err.as_str(), finished.code), ("", 0));
    }
}

#[test]
fn pyeda_in_one_file() {
    let all: String = PYEDA.iter().map(|(puzzle, _)| *puzzle).collect();
    let finished = solve("--format ascii", all);
    assert_eq!(finished.out.matches("unique solution\n").count(), 3, "{}", finished.out);
    for (_, solution) in PYEDA {
        assert!(finished.out.contains(solution), "{}", finished.out);
    }
}

/// Propagation alone solves it at strength domain: nothing is decided.
#[test]
fn prolog() {
    let object = &objects("--strength domain", PROLOG)[0];
    assert_eq!(object["verdict"], "unique");
    assert_eq!((&object["decisions"], &object["failures"]), (&json!(0), &json!(0)));
    let solution = object["solutions"][0].as_array().expect("a grid");
    let domains: Vec<Value> = solution.iter().map(|value| json!([value])).collect();
    assert_eq!(object["domains"], Value::from(domains), "the root is the solution");
    let line = "561342798987561243432978615754293186893716452126485937375124869619837524248659371\n";
    for strength in ["value", "bounds", "domain"] {
        assert_eq!(solve(&format!("--format line --strength {strength}"), PROLOG).out, line, "{strength}");
    }
}

/// The numbered cells of the `SciPy` page.
#[test]
fn scipy() {
    let finished = solve("", "{3:2, 5:2, 6:1, 7:4, 8:3, 10:4, 12:2, 13:1}\n");
    let expected = "\
stdin:1  unique solution
┌──────┬──────┐
│ 4  3 │ 2  1 │
│ 2  1 │ 4  3 │
├──────┼──────┤
│ 3  4 │ 1  2 │
│ 1  2 │ 3  4 │
└──────┴──────┘

";
    assert_eq!((finished.out.as_str(), finished.code), (expected, 0));
}

/// Grids as the Julia tutorial prints them: one with givens, which it draws at random, and its empty one.
#[test]
fn julia() {
    let drawn = "\
┌─────────┬─────────┬─────────┐
│ 5  3  ⋅ │ ⋅  7  ⋅ │ ⋅  ⋅  ⋅ │
│ 6  ⋅  ⋅ │ 1  9  5 │ ⋅  ⋅  ⋅ │
│ ⋅  9  8 │ ⋅  ⋅  ⋅ │ ⋅  6  ⋅ │
├─────────┼─────────┼─────────┤
│ 8  ⋅  ⋅ │ ⋅  6  ⋅ │ ⋅  ⋅  3 │
│ 4  ⋅  ⋅ │ 8  ⋅  3 │ ⋅  ⋅  1 │
│ 7  ⋅  ⋅ │ ⋅  2  ⋅ │ ⋅  ⋅  6 │
├─────────┼─────────┼─────────┤
│ ⋅  6  ⋅ │ ⋅  ⋅  ⋅ │ 2  8  ⋅ │
│ ⋅  ⋅  ⋅ │ 4  1  9 │ ⋅  ⋅  5 │
│ ⋅  ⋅  ⋅ │ ⋅  8  ⋅ │ ⋅  7  9 │
└─────────┴─────────┴─────────┘
";
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    assert_eq!(solve("--format line", drawn).out, solved);
    let empty: String = drawn.chars().map(|c| if c.is_ascii_digit() { '⋅' } else { c }).collect();
    let object = &objects("", &empty)[0];
    assert_eq!((&object["box"], &object["verdict"]), (&json!("3x3"), &json!("multiple")));
    assert_eq!(object["residual"].as_array().map(Vec::len), Some(27));
}

/// The verdict, two solutions, the solved cells, the candidates, and the rules that still say something.
#[test]
#[cfg_attr(not(feature = "dense"), ignore = "expects the first solutions of the dense engine")]
fn multiple() {
    let expected = "\
stdin:1  several solutions: at least 2
two solutions: they differ in 4 cells: r1c3 r1c4 r4c3 r4c4
┌──────┬──────┐   ┌──────┬──────┐
│ 1  2 │ 3  4 │   │ 1  2 │ 4  3 │
│ 4  3 │ 1  2 │   │ 4  3 │ 1  2 │
├──────┼──────┤   ├──────┼──────┤
│ 3  4 │ 2  1 │   │ 3  4 │ 2  1 │
│ 2  1 │ 4  3 │   │ 2  1 │ 3  4 │
└──────┴──────┘   └──────┴──────┘
fixed cells: 8/16 (4 givens)
┌──────┬──────┐
│ 1  2 │ ⋅  ⋅ │
│ 4  3 │ ⋅  ⋅ │
├──────┼──────┤
│ 3  4 │ ⋅  ⋅ │
│ 2  1 │ ⋅  ⋅ │
└──────┴──────┘
candidates: 24 in 16 cells
┌──────┬────────┐
│ 1  2 │ 34  34 │
│ 4  3 │ 12  12 │
├──────┼────────┤
│ 3  4 │ 12  12 │
│ 2  1 │ 34  34 │
└──────┴────────┘
equal cells: r3c3 = r2c4, r3c4 = r2c3, r4c3 = r1c4, r4c4 = r1c3
rules left: in 2 rows the open cells must differ (--rules lists them)

";
    let finished = solve("", FOUR);
    assert_eq!((finished.out.as_str(), finished.err.as_str(), finished.code), (expected, "", 0));
    let listed = solve("--rules", FOUR).out;
    assert!(listed.ends_with("rules left: 2\n  r1c3 ≠ r1c4\n  r2c3 ≠ r2c4\n\n"), "{listed}");
}

#[test]
fn as_many_as_asked_for() {
    let count =
        |arguments: &str| solve(&format!("--format line {arguments}"), ".".repeat(16)).out.lines().count();
    assert_eq!((count("--all"), count("--limit 1"), count("--limit 10")), (288, 1, 10));
    let ends = |arguments: &str| {
        let out = solve(arguments, FOUR).out;
        let headline = out.lines().next().map(str::to_owned);
        (headline, out.lines().find(|line| line.starts_with("listed: ")).map(str::to_owned))
    };
    let expected = |headline: &str, list: &str| (Some(format!("stdin:1  {headline}")), Some(list.to_owned()));
    assert_eq!(ends("--all"), expected("several solutions", "listed: all 4 solutions"));
    let one = expected("several solutions: at least 2", "listed: 1 solution; there are more");
    assert_eq!(ends("--limit 1"), one);
    let three = expected("several solutions", "listed: 3 solutions; there may be more");
    assert_eq!((ends("--limit 3"), ends("--all --limit 3")), (three.clone(), three));
}

/// The clash is named: two equal givens, a value without a place, or a proof by search.
#[test]
fn none() {
    for (puzzle, reason) in [
        (CLASH, "1 stands twice in row 1: r1c1 and r1c2"),
        ("1...1...........", "1 stands twice in column 1: r1c1 and r2c1"),
        ("1....1..........", "1 stands twice in box 1: r1c1 and r2c2"),
        ("1...2...3....4..", "column 1 has no place for 4"),
        (".1....3.........5.1.2...4.....6.....", "box 3 has more cells than values for them"),
    ] {
        let finished = solve("--format line", puzzle);
        assert_eq!((finished.out, finished.code), (format!("{puzzle}\tnone: {reason}\n"), 1));
    }
    let searched = "..5.........6..4..3......6.....54...";
    let finished = solve("--format line --strength value", searched);
    assert!(finished.out.starts_with(&format!("{searched}\tnone: proved by search, ")), "{}", finished.out);
    let finished = solve("--format line --strength domain", searched);
    assert_eq!(finished.out, format!("{searched}\tnone: box 3 has no place for 5\n"));
    let finished = solve("", CLASH);
    assert!(finished.out.contains("│ 1  1 │ ⋅  ⋅ │\n│ ⋅  ⋅ │ 2  ⋅ │\n"), "{}", finished.out);
}
