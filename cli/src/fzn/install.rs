//! `residua fzn --install`: solver configuration and library, installed where MiniZinc looks for them.

use std::env;
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use residua_flatzinc::LIBRARY;

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

/// Installs them in a folder, or in the user's, and tells what was written.
pub(crate) fn install(folder: Option<&Path>) -> io::Result<()> {
    let unknown = || io::Error::other("no home directory found; pass one: --install DIR");
    let folder = folder.map(Path::to_owned).or_else(user_folder).ok_or_else(unknown)?;
    residua_flatzinc::install(&folder, &env::current_exe()?)?;
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
