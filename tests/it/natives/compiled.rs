//! What MiniZinc makes of a model, and the solutions that are found in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use residua::flatzinc::{CONFIGURATION, LIBRARY, Problem};

use crate::outside;

/// What is found in a model.
#[derive(Debug)]
pub(super) enum Found {
    /// The values of the variables, each once.
    Solutions(BTreeSet<Vec<i64>>),
    /// More than there is time for, of variables that were introduced.
    TooMany,
    /// MiniZinc does not compile it.
    Refused(String),
    /// What it makes is not read, or not solved.
    Unread(String),
}

/// Calls MiniZinc with our library and with its own one.
pub(super) struct Compiler {
    dir: PathBuf,
}

/// More solutions are not looked at.
const MOST: usize = 200_000;

impl Compiler {
    pub(super) fn new() -> Compiler {
        let dir = outside::dir("natives");
        let library = dir.join("residua");
        fs::create_dir_all(&library).expect("the directory for temporary files is writable");
        for (name, text) in LIBRARY {
            fs::write(library.join(name), text).expect("a file can be written");
        }
        let ours = CONFIGURATION.replace("\"../residua\"", "\"residua\"");
        let theirs = CONFIGURATION.replace("\"../residua\"", "\"-Gstd\"");
        for (name, text) in [("ours.msc", ours), ("theirs.msc", theirs)] {
            fs::write(dir.join(name), text.replace("[\"residua\", \"fzn\"]", "\"residua\"")).expect("a file");
        }
        Compiler { dir }
    }

    /// The solutions that residua finds with our library, and with MiniZinc's own one, and those that Gecode finds with that.
    pub(super) fn solutions(&self, model: &str, names: &[String]) -> [Found; 3] {
        fs::write(self.dir.join("model.mzn"), model).expect("a file can be written");
        let ours = match self.compiled("ours") {
            Ok(text) => self.by_residua("ours", &text, names),
            Err(said) => Found::Refused(said),
        };
        let (theirs, gecode) = match self.compiled("theirs") {
            Ok(text) => (self.by_residua("theirs", &text, names), self.by_gecode("theirs", names)),
            Err(said) => (Found::Refused(said.clone()), Found::Refused(said)),
        };
        [ours, theirs, gecode]
    }

    fn compiled(&self, library: &str) -> Result<String, String> {
        let [solver, fzn, ozn] = ["msc", "fzn", "ozn"].map(|end| format!("{library}.{end}"));
        for old in [&fzn, &ozn] {
            let _ = fs::remove_file(self.dir.join(old));
        }
        let solver = self.dir.join(solver);
        let solver = solver.to_str().expect("a name of characters");
        let arguments = ["-c", "--solver", solver, "--fzn", &fzn, "--ozn", &ozn, "model.mzn"];
        let (succeeds, printed, said) = outside::output(&self.dir, "minizinc", &arguments);
        if !succeeds {
            return Err(printed + &said);
        }
        fs::read_to_string(self.dir.join(&fzn)).map_err(|_| printed + &said)
    }

    fn by_residua(&self, library: &str, text: &str, names: &[String]) -> Found {
        let problem = match Problem::read(text) {
            Ok(problem) => problem,
            Err(error) => return Found::Unread(format!("{error}\n{text}")),
        };
        let mut printed = String::new();
        for (at, solution) in problem.model.search().project(&problem.shown()).solutions().enumerate() {
            if at == MOST {
                return Found::TooMany;
            }
            problem.print(&solution, &mut printed);
        }
        self.read(library, &printed, names)
    }

    fn by_gecode(&self, library: &str, names: &[String]) -> Found {
        let fzn = format!("{library}.fzn");
        let (_, printed, said) = outside::output(&self.dir, "fzn-gecode", &["-a", "-time", "10000", &fzn]);
        if printed.contains("==========") || printed.contains("=====UNSATISFIABLE=====") {
            self.read(library, &printed, names)
        } else if said.contains("imit") || printed.contains("----------") {
            Found::TooMany
        } else {
            Found::Unread(printed + &said)
        }
    }

    /// What was printed for FlatZinc as values of the variables of the model.
    fn read(&self, library: &str, printed: &str, names: &[String]) -> Found {
        if let Some(solutions) = values(printed, names) {
            return Found::Solutions(solutions);
        }
        // MiniZinc itself knows what some variables are.
        let ozn = format!("{library}.ozn");
        fs::write(self.dir.join("printed"), printed).expect("a file can be written");
        let shell = format!("minizinc --ozn-file {ozn} < printed");
        let (_, decoded, said) = outside::output(&self.dir, "sh", &["-c", &shell]);
        match values(&decoded, names) {
            Some(solutions) => Found::Solutions(solutions),
            None => Found::Unread(format!("{printed}\n{decoded}{said}")),
        }
    }
}

/// The values by solution; `None` if one is missing.
fn values(printed: &str, names: &[String]) -> Option<BTreeSet<Vec<i64>>> {
    let solutions = printed.split_inclusive("----------\n").filter(|part| part.ends_with("----------\n"));
    solutions
        .map(|part| {
            let value = |name: &String| {
                let begin = format!("{name} = ");
                let line = part.lines().find_map(|line| line.strip_prefix(&begin))?;
                match line.trim_end_matches(';') {
                    "true" => Some(1),
                    "false" => Some(0),
                    number => number.parse().ok(),
                }
            };
            names.iter().map(value).collect()
        })
        .collect()
}

