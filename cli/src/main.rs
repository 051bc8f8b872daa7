//! The program `residua`: see the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    residua_cli::run()
}
