//! What the command line promises, tried on the program itself: one module a promise.
//!
//! | module | promise |
//! |---|---|
//! | `verdicts` | published puzzles get their published answers; for the rest, what is left is reported |
//! | `formats` | each output looks as it should, and is read back as the same puzzle |
//! | `listing` | solutions are listed as they are found; a list that is not whole says so |
//! | `json` | objects keep to `docs/solve.schema.json`, and say what is true |
//! | `model` | the object of a model says what the model says |
//! | `models` | of models of MiniZinc what is said is what enumeration says |
//! | `mistakes` | a bad input gets one message with its place, and the others are answered |
//! | `exit_codes` | 0, 1, 2, 3; of many, the highest |
//! | `threads` | the output does not depend on their number |
//! | `distributed` | many workers give the answer of one process, whatever is lost or done twice on the way |
//! | `engines` | the engine is pinned by the environment, and none changes an answer |
//! | `interruption` | Ctrl-C ends a run soon, with what is known so far |
//! | `summary` | totals, and nothing else but mistakes |
//! | `unknown` | what is not understood is refused by name, or passed over aloud |
//! | `inspection` | `inspect`, `count` say of the reference puzzle what is known of it |
//! | `clues` | `conflict`, `clues` say of it what is known of it, and end in time |
//! | `objects` | those of `inspect` and `count` keep to `docs/inspect.schema.json`, and say what is true |
//! | `create` | what is created is what the options say, the same for a seed; what cannot be had is said |
//! | `convert` | puzzles are converted without a silent change, and what is lost is said |
//! | `convert_variants` | puzzles with further rules are converted without losing a rule in silence |
//! | `variants` | puzzles with rules beside those of Sudoku are answered like others, in the words of their rules |
//! | `steps` | `hint`, `explain` and `rate` take the steps that follow from the rules, and end where the answer is |
//! | `shapes` | those of `conflict`, `clues`, `why` keep to their schemas, and constraints to the grammar |
//! | `trust` | what counts of what is written into a grid is the same for all |
//! | `pictures` | SVG is one picture, HTML one page for all puzzles |
//! | `options` | every list of options is answered, and none is taken without effect |
//! | `exchange` | what `export` writes is solved by other programs, and their answers come back, checked |
//! | `languages` | `export` writes programs, clauses and graphs, too, with the solutions that they have |
//! | `dimacs` | clauses and graphs of DIMACS are solved, counted, inspected, and their conflicts named |
//! | `fzn` | FlatZinc is answered as MiniZinc expects a solver to, by options, output and exit codes |
//! | `minizinc` | `residua fzn --install` puts what MiniZinc has to know where it looks, and MiniZinc then solves models with residua |
//! | `documents` | every program and command that README, CONTRIBUTING and `docs/` show is run, and prints what they show |
//! | `python` | the programs of Python in the documentation run as they are there, and print what their comments say |
//! | `with` | another program that searches is answered for, and not believed |
//! | `prolog` | SWI-Prolog consults the program that is printed, and finds the solutions |
//! | `round_trip` | what is printed is read again as the same puzzles and solutions |
//! | `why` | `why` reports what holds always, never or sometimes, with the steps that show it |
//! | `manual` | completions and the manual page know every subcommand and every option |
//!
//! `program` runs it, `outside` runs other programs, `samples` has puzzles that several modules use, `kinds` lists the kinds
//! of constraints, `schema` checks a value against a JSON Schema.

mod clues;
mod convert;
mod convert_variants;
mod create;
mod dimacs;
#[cfg(unix)]
mod distributed;
mod documents;
mod engines;
mod exchange;
mod exit_codes;
mod formats;
mod fzn;
mod inspection;
#[cfg(unix)]
mod interruption;
mod json;
#[path = "../../../tests/it/kinds.rs"]
mod kinds;
mod languages;
mod listing;
mod manual;
mod minizinc;
mod mistakes;
mod model;
mod models;
mod objects;
mod options;
#[expect(dead_code, reason = "the tests of the library use more of it")]
#[path = "../../../tests/it/outside.rs"]
mod outside;
mod pictures;
mod program;
mod prolog;
mod python;
mod round_trip;
mod samples;
mod schema;
mod shapes;
mod steps;
mod summary;
mod threads;
mod trust;
mod unknown;
mod variants;
mod verdicts;
mod why;
mod with;
