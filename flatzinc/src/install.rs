//! Installation of the solver's configuration and its MiniZinc library into a folder where MiniZinc looks for them.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

use crate::library::{CONFIGURATION, LIBRARY};

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

/// Installs the configuration, with `program` for the solver, and the library into a folder.
///
/// # Errors
/// What cannot be written, or the path of the program is not text in UTF-8.
pub fn install(folder: &Path, program: &Path) -> io::Result<()> {
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
    fs::write(&path, configuration(program)?).map_err(about(&path))
}
