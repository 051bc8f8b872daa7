//! Promise: any text is a problem or an error with a place: nothing panics, nothing is endless, and what is read is what is written.
//!
//! `RESIDUA_CASES=1000000 cargo test --release -p residua-tests --test it mutated_flatzinc` tries a million.

use std::fs;

use residua::search::Limits;
use residua_flatzinc::{Problem, Program};

use crate::samples::root;
use residua::search::Random;

/// Something of each kind of item, constraint and annotation.
const OWN: [&str; 6] = [
    "predicate residua_circuit(array [int] of var int: xs :: note,int: offset);\n\
array [1..3] of int: c = [1,-2,3];\nset of int: s = {1,3,5};\nint: n = 2;\nbool: yes = true;\n\
var 1..4: x :: output_var;\nvar {1,3,9}: y :: output_var;\nvar int: z :: var_is_introduced :: is_defined_var;\n\
var bool: b :: output_var;\nvar bool: d;\nvar 1..4: w = x;\n\
array [1..3] of var int: xs :: output_array([1..1,0..2]) = [x,y,2];\narray [1..2] of var bool: bs = [b,d];\n\
constraint int_lin_eq(c,[x,y,z],n) :: defines_var(z);\nconstraint int_le_reif(x,3,b);\nconstraint bool2int(d,x);\n\
constraint set_in(x,s);\nconstraint array_var_int_element(x,xs,y);\nconstraint bool_clause(bs,[yes]);\n\
solve :: int_search(xs,first_fail,indomain_min) :: restart_luby(10) minimize z;\n",
    "var 1..3: a;\nvar 1..3: b;\nvar 1..3: c;\nvar 0..9: n;\nvar bool: t;\n\
array [1..3] of var int: xs :: output_array([1..3]) = [a,b,c];\n\
constraint fzn_all_different_int(xs);\nconstraint residua_circuit(xs,1);\nconstraint fzn_count_eq(xs,2,n);\n\
constraint fzn_table_int([a,b],[1,2,2,3,3,1]);\nconstraint residua_regular(xs,2,3,[1,2,0,2,1,1],1,{1,2});\n\
constraint fzn_cumulative(xs,[1,2,1],[1,1,2],2);\nconstraint fzn_lex_lesseq_int([a,b],[b,c]);\n\
constraint fzn_global_cardinality(xs,[1,2,3],[n,1,1]);\nconstraint residua_inverse(xs,1,[b,a,c],1);\n\
constraint fzn_increasing_int([a,n]);\nconstraint fzn_nvalue(n,xs);\nsolve satisfy;\n",
    "var -9..9: x;\nvar -9..9: y;\nvar -99..99: z;\nvar bool: t;\nconstraint int_times(x,y,z);\nconstraint int_div(z,y,x);\n\
constraint int_mod(z,y,0);\nconstraint int_pow(x,2,z);\nconstraint int_abs(x,y);\nconstraint int_max(x,y,z);\n\
constraint array_int_maximum(z,[x,y,-3]);\nconstraint int_lin_le_imp([2,-3],[x,y],5,t);\nconstraint int_ne_reif(x,y,t);\n\
solve maximize z;\n",
    "var 0..20: s;\nvar 0..20: u;\nvar 1..5: d;\nvar bool: p;\nvar 0..1: i;\nconstraint fzn_disjunctive([s,u],[d,3]);\n\
constraint fzn_diffn([s,u],[0,1],[2,d],[2,2]);\nconstraint residua_bin_packing_load([d,4],[1,2],[3,2],1);\n\
constraint fzn_knapsack([1,2],[3,4],[i,d],s,u);\nconstraint fzn_sort([s,u],[u,s]);\n\
constraint fzn_if_then_else_var_int([p,true],[s,u],d);\nconstraint fzn_value_precede_int(1,2,[s,u,d]);\n\
constraint residua_int_element2d(i,d,0..1,1..2,[1,2,3,4],u);\nconstraint fzn_at_least_int(1,[s,u],3);\n\
constraint fzn_alldifferent_except([s,u],{0,2});\nconstraint fzn_among(i,[s,u],1..4);\nsolve satisfy;\n",
    "var int: x;\nvar int: y;\nvar 0..99999999999: z;\nconstraint int_lin_eq([1000000,-1,1],[x,y,z],4);\nconstraint int_times(x,x,y);\n\
constraint int_pow(x,y,z);\nconstraint int_lin_le_reif([3,1],[x,y],7,true);\nsolve minimize y;\n",
    "array [1..0] of int: e = [];\narray [1..2] of set of int: ss = [1..3,{}];\nvar bool: b;\nvar bool: c;\n\
array [1..4] of int: m = [|1,2|3,4|];\nconstraint array_bool_and([b,c],b);\nconstraint array_bool_xor([b,c,true]);\n\
constraint bool_clause_reif([b],[c],true);\nconstraint bool_lin_eq([1,2],[b,c],3);\nconstraint bool_xor(b,c,true);\n\
constraint array_bool_element(1,[true,false],b);\nsolve :: seq_search([bool_search([b,c],input_order,indomain_max)]) satisfy;\n",
];

/// Pieces of the language.
const PIECES: [&str; 44] = [
    "\n",
    " ",
    ";",
    ",",
    ":",
    "::",
    "..",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "'",
    "\"",
    "%",
    "\\",
    "$",
    "0",
    "1",
    "-1",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "1.5",
    "1e9",
    "0x7fffffff",
    "true",
    "false",
    "var",
    "int",
    "bool",
    "array [1..1000000000] of ",
    "set of ",
    "1..1000000000",
    "constraint ",
    "_reif",
    "é",
    "\u{0}",
];

/// Own files, and small ones of others where there are some.
fn whole() -> Vec<String> {
    let mut whole = OWN.map(str::to_owned).to_vec();
    let shared = root().join("../shared");
    for folder in ["fzn/edge", "fzn/dev", "mznspec/fzn"] {
        let Ok(entries) = fs::read_dir(shared.join(folder)) else { continue };
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| {
            path.extension().is_some_and(|end| end == "fzn")
                && path.metadata().is_ok_and(|of| of.len() < 20_000)
        });
        paths.sort();
        whole.extend(paths.iter().step_by(3).filter_map(|path| fs::read_to_string(path).ok()));
    }
    whole
}

/// The tokens of a text, about.
fn tokens(text: &str) -> Vec<&str> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let size = rest.find(|character| !is_part(character)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, left) = rest.split_at(if is_part(first) { size } else { first.len_utf8() });
        tokens.push(token);
        rest = left;
    }
    tokens
}

/// One of the texts, changed in a few places: bytes, tokens, or whole lines.
fn mutated(whole: &[String], random: &mut Random) -> String {
    let text = &whole[random.below(whole.len())];
    if random.below(3) == 0 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() + 1);
            match (random.below(3), at < bytes.len()) {
                (0, true) => drop(bytes.remove(at)),
                (1, true) => bytes[at] = 32 + random.below(96) as u8,
                _ => bytes.insert(at, 32 + random.below(96) as u8),
            }
        }
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let other = &whole[random.below(whole.len())];
    let (others, mut tokens) = (tokens(other), tokens(text));
    for _ in 0..=random.below(4) {
        let at = random.below(tokens.len());
        let end = (at + 1 + random.below(6)).min(tokens.len());
        match random.below(6) {
            0 => drop(tokens.drain(at..end)),
            1 => tokens.insert(at, PIECES[random.below(PIECES.len())]),
            2 => tokens[at] = PIECES[random.below(PIECES.len())],
            3 => tokens[at] = others[random.below(others.len())],
            4 => tokens.swap(at, end - 1),
            _ => {
                let again = tokens[at..end].to_vec();
                tokens.splice(at..at, again).for_each(drop);
            }
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

/// Reads a text, and looks for some solutions of what it says. Whether it is a problem.
fn is_problem(text: &str) -> bool {
    if let Ok(program) = Program::parse(text) {
        let printed = program.to_string();
        let again = Program::parse(&printed).map(|program| program.to_string());
        assert_eq!(again.as_ref(), Ok(&printed), "{text}");
    }
    match Problem::read(text) {
        Err(error) => {
            let lines = text.split('\n').count();
            assert!(
                (1..=lines).contains(&error.line) && error.column > 0,
                "{error} of {lines} lines:\n{text}"
            );
            false
        }
        Ok(problem) => {
            let limits = Limits::none().nodes(20).solutions(2);
            for solution in problem.model.search().limits(limits).solutions() {
                assert_eq!(problem.model.check(&solution), Ok(()), "{text}");
                problem.print(&solution, &mut String::new());
            }
            true
        }
    }
}

#[test]
fn any_text_is_a_problem_or_an_error() {
    let whole = whole();
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok());
    let first = std::env::var("RESIDUA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let mut problems = 0;
    for seed in first..first + cases.unwrap_or(2_000) {
        let text = mutated(&whole, &mut Random::new(seed));
        // Of many, the one that hangs has to be known.
        if cases.is_some() {
            let _ = fs::write(std::env::temp_dir().join("residua-mutated.fzn"), &text);
        }
        problems += usize::from(is_problem(&text));
    }
    assert!(problems > 0);
}

/// What is small to write and large to be is refused, or stays small.
#[test]
fn what_would_be_huge_is_refused() {
    const WIDE: &str = "var 1..2147483646: x;\nvar -2147483647..2147483646: y;\nvar 0..9: n;\n";
    let nested = |open: &str, close: &str| {
        format!("var bool: b :: {}1{};\nsolve satisfy;", open.repeat(100_000), close.repeat(100_000))
    };
    let refused = [
        "array [1..1000000000] of var 1..2: xs;\nsolve satisfy;".to_owned(),
        "array [1..9223372036854775807] of int: xs = [1];\nsolve satisfy;".to_owned(),
        nested("f(", ")"),
        nested("[", "]"),
        format!("constraint int_eq{}(1,1{});\nsolve satisfy;", "_imp".repeat(50_000), ",true".repeat(50_000)),
        "var 1..9: x;\nconstraint residua_regular([x],2147483647,2147483647,[1],1,{1});\nsolve satisfy;".to_owned(),
        "var 1..9: x;\nconstraint residua_regular([x],9223372036854775807,2,[1],1,{1});\nsolve satisfy;".to_owned(),
        "var 1..9: x;\nconstraint residua_regular([x],9223372036854775807,0,[],1,{1});\nsolve satisfy;".to_owned(),
        "array [1..1] of int: x :: output_array([1..9223372036854775807,1..9223372036854775807]) = [1];\nsolve satisfy;".to_owned(),
    ];
    for text in refused {
        let shown: String = text.chars().take(80).collect();
        assert!(Problem::read(&text).is_err(), "{shown}");
    }
    let small = [
        "set_in(x,1..2147483647)",
        "set_in(x,-9223372036854775808..9223372036854775807)",
        "fzn_all_different_int([x,y,n])",
        "fzn_alldifferent_except([x,y],-2147483648..2147483647)",
        "fzn_nvalue(n,[x,y])",
        "fzn_among(n,[x,y],1..2147483647)",
        "fzn_count_eq([x,y],n,n)",
        "fzn_global_cardinality([x,y],[1,2147483646],[n,n])",
        "fzn_sort([x,y],[y,x])",
        "fzn_table_int([x,y],[1,2147483646])",
        "residua_circuit([x,y],1)",
        "residua_inverse([x,y],-2147483647,[y,x],2147483646)",
        "array_var_int_element(x,[x,y],y)",
        "int_times(x,y,n)",
        "int_pow(x,y,n)",
        "int_mod(x,y,n)",
        "fzn_cumulative([x,y],[n,n],[1,1],1)",
        "fzn_cumulative([x,y],[x,2147483646],[1,1],1)",
        "fzn_disjunctive([x,y],[2147483646,n])",
        "fzn_diffn([x,y],[x,y],[n,n],[n,n])",
        "fzn_lex_less_int([x,y],[y,x])",
        "fzn_value_precede_int(2147483646,1,[x,y])",
        "fzn_seq_precede_chain_int([x,y])",
        "residua_bin_packing_load([x,y],[x,y],[2147483647,1],1)",
        "fzn_knapsack([2147483647,1],[1,1],[n,n],x,y)",
        "residua_int_element2d(x,y,1..2147483647,1..1,[x,y],y)",
        "residua_regular([x,y],1,1,[1],1,1..2147483647)",
    ];
    for constraint in small {
        let _ = is_problem(&format!("{WIDE}constraint {constraint};\nsolve satisfy;\n"));
    }
}
