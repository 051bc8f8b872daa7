//! Promise: every program and command that README, CONTRIBUTING and the pages of `docs/` show is run, and prints what they show.
//!
//! | file | holds |
//! |---|---|
//! | `blocks.rs` | pages, their fenced blocks, code spans and links |
//! | `sandbox.rs` | a folder in which commands run, with the files that pages name |
//! | `shown.rs` | blocks of commands, and commands in the text |
//! | `solvers.rs` | the table of other solvers in `docs/models.md` |
//! | `listings.rs` | blocks of Rust, MiniZinc, JSON and TOML |
//! | `names.rs` | options, packages, files and links |
//!
//! The language of a block says how it is checked:
//!
//! | language | check |
//! |---|---|
//! | `console` | each line after `$ ` runs in a shell; what it prints is what is shown, where `…` stands for anything in a line and a line `…` for any lines |
//! | `sh` | each line runs and succeeds |
//! | `rust` | a test of documentation in `src/lib.rs`; with `ignore`, an excerpt of the file that is named before it |
//! | `python` | `python.rs` runs it; a comment after `print` is what is printed; with `residua_cp`, `py/tests/test_documents.py` runs it |
//! | `pycon` | `py/tests/test_documents.py` runs it: a session of Python with the package of `py/` |
//! | `minizinc` | a file of `examples/minizinc`, or one that commands of the page use |
//! | `toml` | cargo reads it as a part of a manifest |
//! | `json`, `ebnf` | a test that reads the block, in a list |
//!
//! Another language is refused. A page runs in a folder of its own, from top to bottom.

mod blocks;
mod listings;
mod names;
mod sandbox;
mod shown;
mod solvers;

pub(crate) use blocks::{Page, matches, pages, root};
