//! `residua fzn --install`: the solver's configuration and its library, put where MiniZinc looks for them.

use std::env;
use std::fs;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use residua_flatzinc::{CONFIGURATION, LIBRARY};
use serde_json::{Value, json};

/// Where MiniZinc looks for what a user installs; `None`, if the environment does not say where the user has files.
fn user_folder() -> Option<PathBuf> {
    let (variable, name) = if cfg!(windows) { ("APPDATA", "MiniZinc") } else { ("HOME", ".minizinc") };
    let home = env::var_os(variable).filter(|home| !home.is_empty())?;
    Some(Path::new(&home).join(name).join("solvers"))
}

/// Whether MiniZinc finds a configuration among those of the user.
pub(crate) fn is_installed() -> bool {
    user_folder().is_some_and(|folder| folder.join("residua.msc").is_file())
}

/// The configuration, with this program for the solver and the library beside it.
fn configuration(program: &Path) -> io::Result<String> {
    let mut fields: Value = serde_json::from_str(CONFIGURATION)?;
    fields["executable"] = json!([program.to_str().ok_or_else(not_text)?, "fzn"]);
    fields["mznlib"] = json!("residua");
    fields["version"] = json!(env!("CARGO_PKG_VERSION"));
    Ok(format!("{fields:#}\n"))
}

fn not_text() -> io::Error {
    io::Error::other("the path of this program is not text in UTF-8, which the configuration has to be")
}

/// Adds to an error what it is about.
fn about(path: &Path) -> impl Fn(io::Error) -> io::Error + '_ {
    |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Installs them in a folder, or in the user's, and tells what was written.
pub(crate) fn install(folder: Option<&Path>) -> io::Result<()> {
    let unknown = || io::Error::other("it is not known where you have files: name a folder");
    let folder = folder.map(Path::to_owned).or_else(user_folder).ok_or_else(unknown)?;
    write_files(&folder)?;
    let (path, library) = (folder.join("residua.msc"), folder.join("residua"));
    let mut out = stdout().lock();
    writeln!(out, "{}\n{}, with {} files", path.display(), library.display(), LIBRARY.len())?;
    if user_folder().is_some_and(|own| own == folder) {
        writeln!(out, "MiniZinc finds it: minizinc --solver residua model.mzn")
    } else {
        let path = path.display();
        writeln!(out, "minizinc --solver {path} model.mzn, or with the folder in MZN_SOLVER_PATH")
    }
}

/// Puts the configuration and the library into a folder.
pub(crate) fn write_files(folder: &Path) -> io::Result<()> {
    let library = folder.join("residua");
    fs::create_dir_all(&library).map_err(about(&library))?;
    // What an older version redefined, and this one does not, must not stay: MiniZinc would take it from there.
    for entry in fs::read_dir(&library).map_err(about(&library))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if (name.starts_with("fzn_") || name.starts_with("redefinitions")) && name.ends_with(".mzn") {
            fs::remove_file(&path).map_err(about(&path))?;
        }
    }
    for (name, text) in LIBRARY {
        let path = library.join(name);
        let within = path.parent().unwrap_or(&library);
        fs::create_dir_all(within).map_err(about(within))?;
        fs::write(&path, text).map_err(about(&path))?;
    }
    let path = folder.join("residua.msc");
    fs::write(&path, configuration(&env::current_exe()?)?).map_err(about(&path))
}
