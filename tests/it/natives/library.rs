//! Promise: all that the library leaves to residua is known there, with as many arguments; and what MiniZinc is not needed for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use residua::engine::Consistency;
use residua_flatzinc::{CONFIGURATION, LIBRARY, Problem};

use crate::samples::root;

/// The predicates without a definition: their names, and the types of their arguments.
fn declared() -> Vec<(String, Vec<String>)> {
    let text: String = LIBRARY
        .iter()
        .flat_map(|(_, text)| text.lines().filter(|line| !line.starts_with('%')).chain(["\n"]))
        .collect::<Vec<_>>()
        .join("\n");
    let heads = text.split("predicate ").skip(1).map(|item| item.split(';').next().unwrap_or(item));
    let heads = heads.filter(|head| !head.contains('=') && !head.contains("float"));
    let named = heads.map(|head| {
        // What is noted of an argument is not its type.
        let head = head.replace(" :: promise_ctx_monotone", "");
        let (name, arguments) = head.split_once('(').expect("arguments");
        let arguments = arguments.trim_end().trim_end_matches(')');
        // The types of arrays have no comma where they are left to residua.
        let types = arguments.split(',').map(|part| part.rsplit_once(':').expect("a type").0.trim());
        (name.to_owned(), types.map(str::to_owned).collect())
    });
    named.collect()
}

/// A file that says it, with arguments of those types.
fn said(name: &str, types: &[String]) -> String {
    let argument = |kind: &String| match kind.as_str() {
        "int" => "1",
        "var int" => "x",
        "var bool" => "b",
        "set of int" => "1..1",
        "array [int] of var int" => "[x]",
        "array [int] of var bool" => "[b]",
        "array [int] of int" => "[1]",
        "array [int] of bool" => "[true]",
        "array [int] of set of int" => "[1..1]",
        other => panic!("{name} has an argument of type {other}"),
    };
    let arguments: Vec<&str> = types.iter().map(argument).collect();
    format!("var 1..1: x;\nvar bool: b;\nconstraint {name}({});\nsolve satisfy;\n", arguments.join(","))
}

#[test]
fn every_predicate_of_the_library_is_known_with_its_arguments() {
    let declared = declared();
    assert!(declared.len() > 90, "{}", declared.len());
    for (name, types) in &declared {
        let error =
            Problem::read(&said(name, types)).err().map(|error| error.to_string()).unwrap_or_default();
        // A diagram of one node has no edge to it.
        assert!(error.is_empty() || name == "fzn_mdd", "{name}: {error}");
        let fewer = Problem::read(&said(name, &types[1..])).expect_err(name).to_string();
        assert!(fewer.contains("arguments, not"), "{name}: {fewer}");
    }
    let unknown = Problem::read(&said("residua_no_such", &["int".to_owned()])).expect_err("it is not known");
    assert!(unknown.message.contains("is not known"), "{unknown}");
}

/// The files of a folder and of those in it, their names after what is before them.
fn files(folder: &Path, before: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    entries
        .flat_map(|entry| {
            let name = format!("{before}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                files(&entry.path(), &format!("{name}/"))
            } else {
                BTreeSet::from([name])
            }
        })
        .collect()
}

/// The folder has what is part of the program, and the version of the configuration is that of the project.
#[test]
fn the_folder_is_the_library() {
    let folder = root().join("flatzinc/share/minizinc");
    let names = files(&folder.join("residua"), "");
    let own: BTreeSet<String> = LIBRARY.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names, own);
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    assert!(CONFIGURATION.contains(&version), "{CONFIGURATION}");
    let page = fs::read_to_string(folder.join("README.md")).expect("it is there");
    for (name, _) in LIBRARY {
        let name = name.rsplit('/').next().unwrap_or_default();
        let name = name.trim_start_matches("fzn_").trim_end_matches(".mzn");
        let name = name.trim_end_matches("_reif").trim_end_matches("_par");
        let name = name.trim_end_matches("_int").trim_end_matches("_bool").trim_end_matches("_set");
        assert!(name.starts_with("redefinitions") || page.contains(name), "the page does not name {name}");
    }
}

fn count(text: &str) -> usize {
    let problem = Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    problem.model.solutions().count()
}

/// Each with the number of its solutions, by hand.
#[test]
fn natives_by_themselves() {
    let cases = [
        // Words of 1 and 2 whose last letter but one is 1: two ways on from the first state.
        ("residua_regular_nfa([x,y,z],3,2,[{1,2},{1},{3},{3},{},{}],1,{3})", 4),
        ("residua_regular_nfa_set([x,y,z],3,1..2,[{1,2},{1},{3},{3},{},{}],1,{3})", 4),
        ("residua_regular_set([x,y,z],1,2..3,[1,1],1,{1})", 8),
        // x is 1 and y is not, or x is not and y is 1.
        ("fzn_mdd([x,y],3,[1,2,2],4,[1,1,2,3],[{1},2..9,2..9,{1}],[2,3,0,0])", 3 * (2 + 2)),
        ("residua_arg_sort_int([x,y,z],1,[1,2,3])", 10),
        ("residua_arg_sort_int([x,y,z],1,[3,2,1])", 1),
        ("residua_arg_sort_int([x,y,z],1,[2,2,1])", 0),
        ("fzn_bin_packing(2,[x,y,z],[1,1,1])", 24),
        ("fzn_bin_packing(2,[x,y,far],[2,1,1])", 6 + 4),
        ("residua_diffn_k([x,1,1,y,1,1],[2,2,1,2,1,1],3)", 3 * 2),
        ("residua_diffn_nonstrict_k([x,y],[2,0],1)", 27),
        ("residua_diffn_k([x,y],[2,0],1)", 3 * 7),
        ("residua_bool_element2d(x,y,1..2,2..3,[true,false,false,true],true)", 3 * 2),
        ("fzn_member_bool([b,false],true)", 27),
        ("residua_circuit([x],1)", 0),
        ("fzn_disjunctive([x,y],[-1,2])", 0),
        ("fzn_count_eq_reif([x,y,z],1,2,true)", 6),
        ("fzn_value_precede_int(2,2,[x,y,z])", 8),
    ];
    for (constraint, expected) in cases {
        let var = |name: &str, values: &str| format!("var {values}: {name} :: output_var;\n");
        let mut items: Vec<String> = ["x", "y", "z"].iter().map(|name| var(name, "1..3")).collect();
        if constraint.contains("far") {
            items.extend([var("far", "{1,100000}"), "constraint int_eq(z,1);\n".to_owned()]);
        }
        if constraint.contains("[b,") {
            items.push(var("b", "bool"));
        }
        let text = items.concat() + &format!("constraint {constraint};\nsolve satisfy;\n");
        assert_eq!(count(&text), expected, "{text}");
    }
}

/// What is left of a variable before any search.
fn left(annotation: &str, constraint: &str) -> Vec<String> {
    let text = format!(
        "var 1..3: x;\nvar {{1,3}}: y;\nvar {{1,3}}: z;\nvar 0..20: s;\nconstraint {constraint}{annotation};\nsolve satisfy;"
    );
    let problem = Problem::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let residual = problem.model.residual(Consistency::Domain).expect("there are solutions");
    residual.model.domains().iter().map(ToString::to_string).collect()
}

#[test]
fn annotations_choose_the_consistency() {
    let different = "fzn_all_different_int([x,y,z])";
    let x = |annotation: &str| left(annotation, different)[0].clone();
    // y and z take 1 and 3; their bounds do not show it, and neither is fixed.
    assert_eq!(x(" :: domain"), "2");
    assert_eq!(x(" :: domain_propagation"), "2");
    assert_eq!(x(" :: bounds"), "1..3");
    assert_eq!(x(" :: value_propagation"), "1..3");
    assert_eq!(x(" :: other :: defines_var(x)"), "2");
    let sum = "int_lin_eq([2,4,4,-1],[x,y,z,s],0)";
    assert_eq!(left("", sum)[3], "10..20");
    assert_eq!(left(" :: domain", sum)[3], "10 12 14 18 20");
}

#[test]
fn what_is_no_automaton_diagram_or_box_is_refused() {
    let cases = [
        ("residua_regular_nfa([x],2,2,[{1}],1,{1})", "has a transition for each pair"),
        ("residua_regular_set([x],1,1..1,[1],2,{1})", "starts in one of them"),
        ("fzn_mdd([x,x],2,[1,3],1,[1],[{1}],[2])", "not on the next level"),
        ("fzn_mdd([x],1,[1],1,[2],[{1}],[0])", "not on the next level"),
        ("fzn_mdd([x],1,[1],1,[1],[],[0])", "each edge has a start, a label and an end"),
        ("residua_diffn_k([x,x,x],[1,1,1],2)", "are not of 2 each"),
        ("residua_diffn_k([x],[1],0)", "are not of 0 each"),
        ("residua_arg_sort_int([x,x],1,[1])", "not as many positions as values"),
        ("fzn_diffn([x],[x],[1],[1,2])", "differ in length"),
        ("fzn_count_other([x],1,1)", "is not known"),
    ];
    for (constraint, expected) in cases {
        let text = format!("var 1..3: x;\nconstraint {constraint};\nsolve satisfy;");
        let error = Problem::read(&text).expect_err(&text);
        assert!(error.message.contains(expected) && error.line == 2, "{text}: {error}");
    }
}
