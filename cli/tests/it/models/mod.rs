//! Promise: of models of MiniZinc `inspect`, `count`, `conflict` and `why` say what enumeration says, over what the output shows.
//!
//! | file | holds |
//! |---|---|
//! | `suite.rs` | small models of MiniZinc's own tests, with their solutions |
//! | `enumeration.rs` | domains, counts and reasons, beside enumeration |
//! | `conflicts.rs` | conflicts, beside enumeration |
//! | `words.rs` | what is said, and what is refused |
//! | `arrays.rs` | questions about whole arrays, and names in quotes |
//! | `json.rs` | FlatZinc JSON, and the objects that are printed |
//! | `clashes.rs` | conflicts of random models of MiniZinc, by brute force over their items |
//! | `instances.rs` | instances of conjunctions and names of random models of MiniZinc, by brute force |
//! | `naming.rs` | answers in the words of the source: locals, instances, declarations, arrays with values, members |
//! | `settled.rs` | what the compiler finds out by itself is shown and explained |
//! | `cases.rs` | small files that went wrong once |
//! | `odd.rs` | odd models, of which nothing panics |
//! | `source.rs` | the words of the source of a model that is compiled |
//! | `page.rs` | the models of `docs/minizinc.md`, compiled on the way |
//! | `reasons.rs` | what explanations rest on, how they split cases, and how long they take |

mod arrays;
mod cases;
mod clashes;
mod conflicts;
mod enumeration;
mod instances;
mod json;
mod naming;
mod odd;
mod page;
mod reasons;
mod settled;
mod source;
mod suite;
mod words;

use serde_json::Value;

use crate::program::run;

#[expect(clippy::print_stderr, reason = "a test that does not try anything says so")]
fn say(text: &str) {
    eprintln!("{text}");
}

fn object(subcommand: &str, file: &str, options: &[&str]) -> Value {
    let finished = run(subcommand, &[&[file, "--json", "--time", "20"], options].concat(), "");
    assert_eq!(finished.err, "", "{subcommand} {file}");
    let line = finished.out.lines().next().unwrap_or_else(|| panic!("{subcommand} {file}: nothing"));
    serde_json::from_str(line).expect("an object")
}
