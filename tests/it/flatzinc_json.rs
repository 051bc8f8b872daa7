//! Promise: FlatZinc JSON is read as the FlatZinc that says the same: forms, mistakes, and files of MiniZinc beside their twins.

use std::fs;
use std::path::Path;

use residua_flatzinc::json::with_program;
use residua_flatzinc::{FlatZincError, Kind, Problem, Program, Value};

/// The FlatZinc that a text of JSON becomes.
fn written(text: &str) -> Result<String, FlatZincError> {
    with_program(text, |program| Ok(program.to_string()))
}

#[test]
fn each_form_is_what_it_says() {
    let text = r#"
{
  "variables": {
    "x": {"type": "int", "domain": [[1, 9]], "introduced": true},
    "y": {"type": "int", "domain": [[1, 2], [5, 6], [9, 9]], "defined": true},
    "z": {"type": "int"},
    "wide": {"type": "int", "domain": [[0, 9], [20, 1000000], [2000000, 3000000]]},
    "none": {"type": "int", "domain": []},
    "b": {"type": "bool", "ann": [{"id": "note", "args": [{"string": "a \"b\""}, 1.5]}, "other"]},
    "of another": {"type": "int", "rhs": "x"}
  },
  "arrays": {
    "xs": {"a": [3, "x", "of another"]},
    "bs": {"a": [true, false]},
    "bvs": {"a": [true, "b"]},
    "numbers": {"a": [1, -2]},
    "sets": {"a": [{"set": [[1, 3]]}, {"set": []}, {"set": [[1, 2], [4, 4]]}]},
    "nothing": {"a": []}
  },
  "constraints": [
    {"id": "int_le", "args": ["x", 3], "defines": "x", "ann": ["domain"]},
    {"id": "bool_clause", "args": [["b"], [true]]}
  ],
  "output": ["y", "xs", "nothing"],
  "solve": {"method": "minimize", "objective": "x", "ann": [{"id": "int_search", "args": ["xs", "first_fail", "indomain_min"]}]},
  "version": "1.0"
}"#;
    let expected = "\
var 1..9: x :: var_is_introduced;
var {1,2,5,6,9}: y :: is_defined_var :: output_var;
var int: z;
var 0..3000000: wide;
var 1..0: none;
var bool: b :: note(\"a \\\"b\\\"\",1.5) :: other;
var int: 'of another' = x;
array [1..3] of var int: xs :: output_array([1..3]) = [3,x,'of another'];
array [1..2] of bool: bs = [true,false];
array [1..2] of var bool: bvs = [true,b];
array [1..2] of int: numbers = [1,-2];
array [1..3] of set of int: sets = [1..3,{},{1,2,4}];
array [1..0] of int: nothing :: output_array([1..0]) = [];
constraint set_in_reif(wide,10..19,false);
constraint set_in_reif(wide,1000001..1999999,false);
constraint int_le(x,3) :: defines_var(x) :: domain;
constraint bool_clause([b],[true]);
solve :: int_search(xs,first_fail,indomain_min) minimize x;
";
    assert_eq!(written(text).expect("nothing is wrong with it"), expected);
}

#[test]
fn what_is_no_json_is_flatzinc() {
    for text in ["var 1..3: x;\nsolve satisfy;\n", "% {\"\nsolve satisfy;", "{1,3}: x = 1;\nsolve satisfy;"] {
        let plain = Program::parse(text).map(|program| program.to_string());
        assert_eq!(written(text), plain, "{text}");
    }
    let error = written("solve satisfie;").expect_err("a wrong word");
    assert_eq!((error.line, error.column), (1, 7));
}

/// Mistakes are told with the place of the item in the text of JSON.
#[test]
fn mistakes_have_a_place() {
    let cases = [
        ("{\"solve\": {\"method\": \"satisfy\"}", "1:31: EOF while parsing an object"),
        ("{\n\"variables\": {}\n}", "3:1: missing field `solve`"),
        (
            "{\"solve\":\n{\"method\": \"maximise\"}}",
            "2:1: the method is satisfy, minimize or maximize, not maximise",
        ),
        ("{\"solve\": {\"method\": \"minimize\"}}", "1:11: minimize and maximize require an objective"),
        (
            "{\"variables\": {\n \"x\": {\"domain\": [[1,2]]}}, \"solve\": {\"method\": \"satisfy\"}}",
            "2:7: missing field `type`",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"int\", \"domain\": [[1]]}}, \"solve\": {\"method\": \"satisfy\"}}",
            "1:21: [[1]] is not a list of pairs of integers of 64 bits",
        ),
        (
            "{\"variables\": {\"é\": {\"type\": \"float\"}},\"solve\": {\"method\": \"satisfy\"}}",
            "1:21: é is a floating-point number, and not a multiple of a known part by what defines it: only such are supported",
        ),
        (
            "{\"variables\": {\"x'\": {\"type\": \"int\"}},\"solve\": {\"method\": \"satisfy\"}}",
            "1:22: \"x'\" is not a name",
        ),
        (
            "{\"variables\": {\"x\": {\"type\": \"int\"}, \"x\": {\"type\": \"int\"}},\"solve\": {\"method\": \"satisfy\"}}",
            "1:43: x is declared twice",
        ),
        (
            "{\"constraints\": [\n{\"id\": \"int_le\", \"args\": [1, 2]},\n {\"id\": \"int_le\", \"args\": [1]}], \"solve\": {\"method\": \"satisfy\"}}",
            "3:2: int_le has 2 arguments, not 1",
        ),
        (
            "{\"constraints\": [{\"id\": \"int_le\", \"args\": [1, null]}], \"solve\": {\"method\": \"satisfy\"}}",
            "1:18: null is not a value",
        ),
        (
            "{\"constraints\": [{\"id\": \"int_le\", \"args\": [1, {\"sets\": []}]}], \"solve\": {\"method\": \"satisfy\"}}",
            "1:18: an object is a set, a string, or a call with an id",
        ),
        (
            "{\"constraints\": [{\"id\": \"set_in\", \"args\": [1, {\"set\": [[1,9],[20,9000000000]]}]}], \"solve\": {\"method\": \"satisfy\"}}",
            "1:18: a set of more than a million values in several ranges",
        ),
        (
            "{\"arrays\": {\"xs\": {\"a\": [\"y\"]}},\"solve\": {\"method\": \"satisfy\"}}",
            "1:19: y is not declared",
        ),
    ];
    let found = cases.map(|(text, _)| Problem::read(text).expect_err(text).to_string());
    assert_eq!(found, cases.map(|(_, expected)| expected));
    let deep = format!("{{\"solve\": {}", "[".repeat(100_000));
    let _ = Problem::read(&deep).expect_err("nested too deep");
    let deep = format!(
        "{{\"solve\": {{\"method\": \"satisfy\", \"ann\": [{}1{}]}}}}",
        "[".repeat(100),
        "]".repeat(100)
    );
    let error = Problem::read(&deep).expect_err("nested too deep");
    assert!(error.message.contains("nested deeper"), "{error}");
}

/// What a program says, in an order that does not depend on that of its items, nor on the types of arrays, which JSON does not tell.
fn sorted(program: &Program<'_>) -> Vec<String> {
    let mut items: Vec<String> = program.constraints.iter().map(ToString::to_string).collect();
    for declaration in &program.declarations {
        let mut declaration = declaration.clone();
        if declaration.array.is_some() {
            (declaration.kind, declaration.is_var) = (Kind::Int, false);
            // Nor are the index sets of an output, nor that an array is introduced.
            declaration.annotations.retain(|annotation| *annotation != Value::Name("var_is_introduced"));
            declaration.annotations.iter_mut().for_each(|annotation| {
                if matches!(annotation, Value::Call(call) if call.name == "output_array") {
                    *annotation = Value::Name("output_array");
                }
            });
        }
        declaration.annotations.sort_by_key(ToString::to_string);
        items.push(declaration.to_string());
    }
    items.sort();
    items.push(program.solve.to_string());
    items
}

/// MiniZinc's own files are those that it writes as FlatZinc.
#[test]
fn files_of_minizinc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/fzn/dev");
    let Ok(entries) = fs::read_dir(folder.join("json")) else { return };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_stem().expect("a name");
        let json = fs::read_to_string(&path).expect("text");
        let flat = fs::read_to_string(folder.join(name)).expect("text");
        let of_flat = sorted(&Program::parse(&flat).expect("it is read"));
        let of_json = with_program(&json, |program| Ok(sorted(&program)));
        let of_json = of_json.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let differs = of_json.iter().zip(&of_flat).find(|(one, other)| one != other);
        assert!(of_json.len() == of_flat.len() && differs.is_none(), "{}: {differs:?}", path.display());
    }
}
