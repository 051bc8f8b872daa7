//! Promise: with our library, MiniZinc compiles all that it compiles with its own, and residua reads it.
//!
//! A file of ours takes the place of that of MiniZinc's library which has its name. Whatever that one declares, and another file of it
//! uses, has to be there still.

use std::collections::{BTreeMap, BTreeSet};

use residua_flatzinc::Problem;

use crate::editions::Edition;
use crate::natives::compiled::Compiler;
use crate::natives::signatures::{declared, includes, names, texts};
use crate::outside;
use crate::samples::root;

/// Calls it for both editions of MiniZinc, where they are.
fn with_editions(name: &str, check: impl Fn(&Edition, &str)) {
    for (edition, end) in [(Edition::installed(), ""), (Edition::newest(), "-newest")] {
        if let Some(edition) = edition {
            check(&edition, &format!("whole-{name}{end}"));
        }
    }
}

/// Of ten files, or calls, one is tried; with `RESIDUA_CASES` all are. The newest edition takes a second for each: a fourth of that, and all with
/// `RESIDUA_CASES=4`.
fn is_tried(edition: &Edition, at: usize) -> bool {
    let cases: Option<usize> = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok());
    let slower = if matches!(edition, Edition::Newest(_)) { 4 / cases.unwrap_or(1).clamp(1, 4) } else { 1 };
    at.is_multiple_of(slower * if cases.is_some() { 1 } else { 10 })
}

/// Whether a file of MiniZinc's library that ours leaves as it is has that name.
fn is_used(theirs: &BTreeMap<String, String>, ours: &BTreeMap<String, String>, name: &str) -> bool {
    theirs.iter().any(|(file, text)| !ours.contains_key(file) && names(text, name))
}

#[test]
fn what_a_file_of_the_library_declares_ours_declares_too() {
    let ours = texts(&root().join("flatzinc/share/minizinc/residua"));
    with_editions("declarations", |edition, name| {
        let theirs = texts(&edition.library(&outside::dir(name)));
        let mut mistakes = Vec::new();
        let mut compared = 0;
        for (file, text) in &ours {
            let Some(replaced) = theirs.get(file) else { continue };
            let (own, needed) = (declared(text), declared(replaced));
            for signature in &needed {
                let is_used =
                    theirs.iter().any(|(other, text)| other != file && names(text, &signature.name));
                let is_there =
                    own.iter().any(|own| own.name == signature.name && own.types == signature.types);
                compared += 1;
                if is_used && !is_there {
                    mistakes.push(format!("{file}: {signature:?}"));
                }
            }
            // Of a name that is there, nothing is declared that is not.
            for signature in &own {
                let mut same = needed.iter().filter(|needed| needed.name == signature.name).peekable();
                if same.peek().is_some() && !same.any(|needed| needed.types == signature.types) {
                    mistakes.push(format!("{file}, other types: {signature:?}"));
                }
            }
        }
        assert!(mistakes.is_empty(), "{name}:\n{}", mistakes.join("\n"));
        assert!(compared > 90, "{compared}");
    });
}

#[test]
fn each_file_of_the_library_can_be_included() {
    with_editions("files", |edition, name| {
        let compiler = Compiler::new(name, edition);
        let theirs = texts(&edition.library(&outside::dir(&format!("{name}-std"))));
        // What comes with each model is no file to include; nor are parts of it, in folders.
        let with_all: BTreeSet<&str> = reached(&theirs, "stdlib.mzn");
        let files = theirs.keys().map(String::as_str).filter(|file| {
            let is_part =
                file.contains("deprecated") || file.contains("redefinitions") || *file == "nosets.mzn";
            !is_part && !file.contains('/') && !with_all.contains(file)
        });
        let files: Vec<&str> = files.collect();
        assert!(files.len() > 300, "{}", files.len());
        let tried = files.iter().enumerate().filter(|(at, _)| is_tried(edition, *at)).map(|(_, file)| *file);
        for file in ["globals.mzn"].into_iter().chain(tried) {
            let model = format!("include \"{file}\";\nsolve satisfy;\n");
            if let Err(said) = compiler.compile("ours", &model) {
                let by_itself = compiler.compile("theirs", &model);
                assert!(by_itself.is_err(), "{name}: {file}: {said}");
            }
        }
    });
}

/// The files that are read with one, by what they include.
fn reached<'a>(texts: &'a BTreeMap<String, String>, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = texts.keys().map(String::as_str).filter(|name| *name == from).collect();
    while let Some(name) = next.pop() {
        if let Some((name, text)) = texts.get_key_value(name)
            && reached.insert(name.as_str())
        {
            next.extend(includes(text));
        }
    }
    reached
}

/// Some value of a type; a variable is a new one, whose declaration is added. `None` if there is no such variable in residua, or no such value
/// by itself.
fn value(kind: &str, declared: &mut Vec<String>) -> Option<String> {
    if let Some(rest) = kind.strip_prefix("array[") {
        let (indices, element) = rest.split_once("] of ")?;
        let dimensions = indices.split(',').count();
        let count = 3_usize.pow(dimensions.try_into().ok()?);
        let known = ["1", "2", "3"];
        let elements = (0..count).map(|at| match element {
            "int" => Some(known[at % 3].to_owned()),
            _ => value(element, declared),
        });
        let elements = elements.collect::<Option<Vec<_>>>()?.join(",");
        return Some(match dimensions {
            1 => format!("[{elements}]"),
            _ => format!("array{dimensions}d({}[{elements}])", "1..3,".repeat(dimensions)),
        });
    }
    let values = match kind {
        "int" => return Some("3".to_owned()),
        "bool" => return Some("true".to_owned()),
        "set of int" => return Some("1..3".to_owned()),
        "var int" => "1..3",
        "var bool" => "bool",
        "var opt int" => "opt 1..3",
        "var opt bool" => "opt bool",
        "var set of int" => "set of 1..3",
        _ => return None,
    };
    declared.push(format!("var {values}: v{};", declared.len()));
    Some(format!("v{}", declared.len() - 1))
}

/// A call as a constraint, in one line with the declarations of its variables.
struct Call {
    name: String,
    /// Which signature it is a call of, by its number.
    signature: usize,
    line: String,
}

/// How a call is a constraint: by itself, as a condition, and negated.
const FORMS: [(&str, &str); 3] = [("", ""), ("(", ") <-> v0"), ("not (", ")")];

/// Those whose arguments have to fit together in a way that arguments by their types alone do not; `tables.rs` has some that do.
const UNFIT: [&str; 1] = ["fzn_mdd"];

/// What the files declare that are read with `globals.mzn` where ours are in place of theirs, each called once in each form.
fn calls(theirs: &BTreeMap<String, String>, ours: &BTreeMap<String, String>) -> Vec<Call> {
    let with_all = reached(theirs, "stdlib.mzn");
    let mut together = theirs.clone();
    together.extend(ours.clone());
    let mut seen = BTreeSet::new();
    let mut calls = Vec::new();
    for file in reached(&together, "globals.mzn").difference(&with_all) {
        // Where nothing is ours but what comes with each model, a condition is MiniZinc's own.
        let bears = reached(&together, file).difference(&with_all).any(|file| ours.contains_key(*file));
        for signature in theirs.get(*file).map(|text| declared(text)).unwrap_or_default() {
            let compared = match signature.result.as_str() {
                "var bool" => "",
                "var int" => " = 1",
                _ => continue,
            };
            let name = signature.name.as_str();
            let is_own = ours.contains_key(*file) && !is_used(theirs, ours, name);
            if is_own
                || UNFIT.contains(&name)
                || signature.types.is_empty()
                || !seen.insert(signature.clone())
            {
                continue;
            }
            // The definition of a condition is never made a condition itself.
            let forms = if bears && !name.ends_with("_reif") { &FORMS[..] } else { &FORMS[..1] };
            for (before, after) in forms {
                let mut vars = vec!["var bool: v0;".to_owned()];
                let values = signature.types.iter().map(|kind| value(kind, &mut vars));
                let Some(values) = values.collect::<Option<Vec<_>>>() else { continue };
                let call = format!("{name}({}){compared}", values.join(","));
                let line = format!("{} constraint {before}{call}{after};", vars.join(" "));
                calls.push(Call { name: name.to_owned(), signature: seen.len(), line });
            }
        }
    }
    calls
}

/// A model of some calls, the first one in its second line, each with variables of its own.
fn model(calls: &[&Call]) -> String {
    let renamed = calls.iter().enumerate().map(|(at, call)| {
        let parts = call.line.split_inclusive(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let is_var =
            |word: &str| word.starts_with('v') && word[1..].starts_with(|next: char| next.is_ascii_digit());
        let words =
            parts.map(|part| if is_var(part) { format!("v{at}_{}", &part[1..]) } else { part.to_owned() });
        words.collect::<String>() + "\n"
    });
    format!("include \"globals.mzn\";\n{}solve satisfy;\n", renamed.collect::<String>())
}

/// Which of the calls of a model is spoken of.
fn spoken_of(said: &str) -> Option<usize> {
    let (_, after) = said.split_once("model.mzn:")?;
    let digits = after.split(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse::<usize>().ok()?.checked_sub(2)
}

/// Whether a call is compiled with our library, and read; else whether that is so with MiniZinc's, and what is wrong. It may be known what
/// is said against the call.
fn alone(compiler: &Compiler<'_>, call: &Call, said: Option<String>) -> Result<(), (bool, String)> {
    let model = model(&[call]);
    let read = |text: &str| Problem::read(text).map(|_| ()).map_err(|error| format!("{error}\n{text}"));
    let by_ours = said.map_or_else(|| compiler.compile("ours", &model), Err);
    let said = match &by_ours {
        Ok((text, _)) => read(text),
        Err(said) => Err(said.clone()),
    };
    said.map_err(|said| {
        let by_theirs = compiler.compile("theirs", &model);
        let is_theirs = by_theirs.is_ok_and(|(text, _)| by_ours.is_err() || read(&text).is_ok());
        (is_theirs, format!("{model}{said}"))
    })
}

#[test]
fn each_global_constraint_is_compiled_and_read() {
    let ours = texts(&root().join("flatzinc/share/minizinc/residua"));
    with_editions("calls", |edition, name| {
        let compiler = Compiler::new(name, edition);
        let theirs = texts(&edition.library(&outside::dir(&format!("{name}-std"))));
        let calls = calls(&theirs, &ours);
        assert!(calls.len() > 700, "{}", calls.len());
        let tried: Vec<&Call> = calls.iter().filter(|call| is_tried(edition, call.signature)).collect();
        let (mut refused, mut mistakes) = (BTreeSet::new(), Vec::new());
        for some in tried.chunks(30) {
            let mut left = some.to_vec();
            while !left.is_empty() {
                // One that is refused, or cannot hold, has the others not looked at.
                let (suspect, said) = match compiler.compile("ours", &model(&left)) {
                    Err(said) => (spoken_of(&said), Some(said)),
                    Ok((_, said)) if said.contains("inconsistency") => (spoken_of(&said), None),
                    Ok((text, _)) if Problem::read(&text).is_ok() => break,
                    Ok(_) => (None, None),
                };
                let suspect = suspect.filter(|&at| at < left.len());
                let call = left.remove(suspect.unwrap_or(0));
                // A warning comes first, and may be about another one.
                let said = said.filter(|said| suspect.is_some() && !said.contains("arning"));
                match alone(&compiler, call, said) {
                    Err((true, said)) => mistakes.push(said),
                    // Its arguments do not fit, or it is about what residua has not: in any form.
                    Err((false, _)) => {
                        refused.insert(&call.name);
                        left.retain(|other| other.signature != call.signature);
                    }
                    Ok(()) => {}
                }
            }
        }
        assert!(mistakes.is_empty(), "{name}: {}\n{}", mistakes.len(), mistakes.join("\n"));
        let all: BTreeSet<&String> = tried.iter().map(|call| &call.name).collect();
        assert!(all.len() > 4 * refused.len(), "of {} are refused: {refused:?}", all.len());
    });
}
