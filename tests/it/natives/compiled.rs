//! What MiniZinc makes of a model, and the solutions that are found in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use residua_flatzinc::{CONFIGURATION, LIBRARY, Problem};

use crate::editions::Edition;
use crate::outside;

/// What is found in a model.
#[derive(Clone, Debug)]
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
pub(super) struct Compiler<'e> {
    dir: PathBuf,
    edition: &'e Edition,
}

/// More solutions are not looked at.
const MOST: usize = 200_000;

impl<'e> Compiler<'e> {
    pub(super) fn new(name: &str, edition: &'e Edition) -> Compiler<'e> {
        let dir = outside::dir(&format!("natives-{name}"));
        let library = dir.join("residua");
        fs::create_dir_all(&library).expect("the directory for temporary files is writable");
        for (name, text) in LIBRARY {
            let path = library.join(name);
            fs::create_dir_all(path.parent().expect("the library")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        let ours = CONFIGURATION.replace("\"../residua\"", "\"residua\"");
        let theirs = CONFIGURATION.replace("\"../residua\"", "\"-Gstd\"");
        for (name, text) in [("ours", ours), ("theirs", theirs)] {
            // Of two configurations with one identifier MiniZinc takes the one that is installed.
            let text = text.replace("org.residua.residua", &format!("org.residua.{name}"));
            let text = text.replace("[\"residua\", \"fzn\"]", "\"residua\"");
            fs::write(dir.join(format!("{name}.msc")), text).expect("a file can be written");
        }
        Compiler { dir, edition }
    }

    /// The solutions that residua finds with our library, and with MiniZinc's own one, and those that Gecode finds with that, which comes
    /// with the MiniZinc that is installed.
    pub(super) fn solutions(&self, model: &str, names: &[String]) -> Vec<Found> {
        fs::write(self.dir.join("model.mzn"), model).expect("a file can be written");
        let ours = match self.compiled("ours") {
            Ok((text, _)) => self.by_residua("ours", &text, names),
            Err(said) => Found::Refused(said),
        };
        let has_gecode = matches!(self.edition, Edition::Installed);
        let theirs = match self.compiled("theirs") {
            Ok((text, _)) if has_gecode => {
                vec![self.by_residua("theirs", &text, names), self.by_gecode("theirs", names)]
            }
            Ok((text, _)) => vec![self.by_residua("theirs", &text, names)],
            Err(said) => vec![Found::Refused(said); 1 + usize::from(has_gecode)],
        };
        [vec![ours], theirs].concat()
    }

    /// The same constraint as a condition and as half of one, with a Boolean of its own, where what was made of a model with our library
    /// is nothing but one constraint that is left to residua: what is wrong with their solutions, if that is anything.
    pub(super) fn as_conditions(
        &self,
        names: &[String],
        solutions: &BTreeSet<Vec<i64>>,
    ) -> Vec<Result<(), String>> {
        let text = fs::read_to_string(self.dir.join("ours.fzn")).unwrap_or_default();
        let mut constraints = text.lines().filter(|line| line.starts_with("constraint "));
        let (Some(line), None) = (constraints.next(), constraints.next()) else { return Vec::new() };
        let is_native = line.starts_with("constraint fzn_") || line.starts_with("constraint residua_");
        let Some((name, rest)) = line.split_once('(').filter(|_| is_native) else { return Vec::new() };
        let arguments = rest.split("):: ").next().unwrap_or(rest).trim_end_matches(");");
        let names: Vec<String> = names.iter().cloned().chain(["truth".to_owned()]).collect();
        let compared = ["_reif", "_imp"].into_iter().map(|end| {
            let item = format!("var bool: truth :: output_var;\n{name}{end}({arguments},truth);");
            let text = text.replace(line, &item);
            let problem = Problem::read(&text).map_err(|error| format!("{error}\n{text}"))?;
            // Where a variable is a constant, or another one, MiniZinc knows more than is said here.
            let vars = problem.shown();
            if vars.len() != names.len() || problem.model.vars().len() != names.len() {
                return Ok(());
            }
            let Found::Solutions(found) = self.by_residua("ours", &text, &names) else {
                return Err(format!("there is no end to the solutions of\n{text}"));
            };
            let holds = |values: &Vec<i64>| solutions.contains(&values[..values.len() - 1]);
            let is_right = |values: &&Vec<i64>| match (values.last() == Some(&1), end) {
                (true, _) => holds(values),
                (false, "_reif") => !holds(values),
                (false, _) => true,
            };
            let all = vars.iter().map(|&var| problem.model.domain(var).size()).product::<u64>() as usize / 2;
            let expected = if end == "_reif" { all } else { all + solutions.len() };
            if found.iter().all(|values| is_right(&values)) && found.len() == expected {
                return Ok(());
            }
            let wrong = found.iter().find(|values| !is_right(values));
            Err(format!("{} of {expected} solutions, and {wrong:?} is wrong in\n{text}", found.len()))
        });
        compared.collect()
    }

    /// What it makes of a model with a library, `ours` or `theirs`: FlatZinc, and what is said of the model; or what is said against it.
    pub(super) fn compile(&self, library: &str, model: &str) -> Result<(String, String), String> {
        fs::write(self.dir.join("model.mzn"), model).expect("a file can be written");
        self.compiled(library)
    }

    fn compiled(&self, library: &str) -> Result<(String, String), String> {
        let [solver, fzn, ozn] = ["msc", "fzn", "ozn"].map(|end| format!("{library}.{end}"));
        for old in [&fzn, &ozn] {
            let _ = fs::remove_file(self.dir.join(old));
        }
        let arguments = ["-c", "--solver", &solver, "--fzn", &fzn, "--ozn", &ozn, "model.mzn"];
        let (succeeds, printed, said) = self.edition.run(&self.dir, &arguments);
        let said = printed + &said;
        match fs::read_to_string(self.dir.join(&fzn)) {
            Ok(text) if succeeds => Ok((text, said)),
            _ => Err(said),
        }
    }

    fn by_residua(&self, library: &str, text: &str, names: &[String]) -> Found {
        let problem = match Problem::read(text) {
            Ok(problem) => problem,
            Err(error) => return Found::Unread(format!("{error}\n{text}")),
        };
        let mut printed = String::new();
        for (at, solution) in problem.model.search().project(problem.shown()).solutions().enumerate() {
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
        let (_, decoded, said) = self.edition.decode(&self.dir, &ozn, "printed");
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
