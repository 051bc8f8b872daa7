//! Tests of parts of the libraries that their users do not see, beside what they test.
//!
//! Each is compiled here by itself, at the place that it has in its library. With the whole library around it, a second time and
//! optimised, the first build of all tests took a tenth longer. What needs more than these few parts is tested through the public
//! interface.

#![allow(dead_code, unreachable_pub, reason = "most of what a part is for has its users elsewhere")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[path = "../../src/constraints"]
mod constraints {
    mod all_different {
        mod shifted;
    }

    mod scheduling {
        mod profile;
        mod theta_tree;
    }
}

#[path = "../../src/domain"]
mod domain {
    mod gaps;
}

mod engine {
    pub(crate) use residua::engine::{Interrupt, InterruptCause};
}

#[path = "../../src/inspect"]
mod inspect {
    mod count {
        mod natural;
        mod order;
        mod symmetry;
    }

    mod hitting;
}

#[path = "../../src/learn"]
mod learn {
    mod reduction_order;
}

#[path = "../../src/model"]
mod model {
    mod cliques {
        mod greedy;
    }
}

#[path = "../../src/search"]
mod search {
    mod limit;
    mod logarithm;

    pub(crate) use limit::{Deadline, Limit, Limits};
    mod statistics {
        pub(crate) use residua::search::Statistics;
    }

    mod so_far {
        use residua::search::Statistics;

        pub struct SearchProgress;

        impl SearchProgress {
            pub(crate) fn of(_: &Statistics) -> SearchProgress {
                SearchProgress
            }
        }
    }

    /// No search is watched here.
    mod watch {
        use residua::search::Statistics;

        use super::so_far::SearchProgress;

        #[derive(Clone, Debug)]
        pub struct Watch(fn(SearchProgress));

        impl Watch {
            pub(crate) fn over(self, _: &Statistics) -> Watch {
                self
            }

            pub(crate) fn on(self, _: &Statistics) -> Watch {
                self
            }

            pub(crate) fn tell(&self, so_far: impl FnOnce() -> SearchProgress) {
                self.0(so_far());
            }
        }
    }
}

#[path = "../../src/subproblem"]
mod subproblem {
    mod digest;
    mod ranges;
}

// Of the encodings.

#[path = "../../encode/src/polynomial"]
mod polynomial {
    mod permutation;
}

// Of FlatZinc.

#[path = "../../flatzinc/src/bounds"]
mod bounds {
    mod interval;
}

#[path = "../../flatzinc/src/floats"]
mod floats {
    mod ratio;
}

#[path = "../../flatzinc/src/indices.rs"]
mod indices;

// Of Sudoku.

#[path = "../../sudoku/src/error.rs"]
mod error;

#[path = "../../sudoku/src/formats"]
mod formats {
    mod dashes;
    mod fractions;
    mod glyph;
    mod goals;
    mod lines;
    mod open;
    mod sdk;
    mod title;
}

#[path = "../../sudoku/src/geometry.rs"]
mod geometry;

#[path = "../../sudoku/src/metadata.rs"]
mod metadata;

/// The files below `dir` that have tests of their own, as paths of modules.
fn tested(dir: &Path, module: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        let name = entry.file_stem().and_then(|name| name.to_str()).expect("a name");
        let module = if name == "mod" { module.to_owned() } else { format!("{module}::{name}") };
        if entry.is_dir() {
            tested(&entry, &module, found);
        } else if fs::read_to_string(&entry).expect("text").contains("#[test]") {
            found.insert(format!("{module}::tests"));
        }
    }
}

/// Whatever has tests of its own in the library is among the parts here: elsewhere they would never run.
#[test]
fn no_part_is_missing() {
    let mut expected = BTreeSet::new();
    for source in ["src", "encode/src", "flatzinc/src", "sudoku/src", "variant/src"] {
        tested(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(source), "", &mut expected);
    }
    let program = std::env::current_exe().expect("a path");
    let output = std::process::Command::new(program).args(["--list", "--format", "terse"]).output();
    let listed = String::from_utf8(output.expect("it runs").stdout).expect("text");
    let modules = listed.lines().filter_map(|line| line.rsplit_once("::"));
    let found: BTreeSet<String> = modules.map(|(module, _)| format!("::{module}")).collect();
    assert_eq!(found, expected);
    assert!(found.len() > 10, "{found:?}");
}
