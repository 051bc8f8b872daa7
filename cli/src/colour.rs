//! Whether the output is coloured, decided once.

use std::env;
use std::io::{IsTerminal, stdout};

use clap::ValueEnum;
use residua_report::Paint;

/// When the output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless the environment has `NO_COLOR`, or says that the terminal is a dumb one
    Auto,
    /// Always, also in a pipe or a file
    Always,
    /// Never
    Never,
}

/// Whether there is colour, as the option and the environment say.
pub(crate) fn paint(when: When) -> Paint {
    Paint::new(match when {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            stdout().is_terminal() && !is_refused && env::var_os("TERM").is_none_or(|term| term != "dumb")
        }
    })
}
