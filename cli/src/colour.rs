//! The option `--color`, and its default from the terminal and the environment.

use std::env;
use std::io::{IsTerminal, stdout};

use clap::ValueEnum;
use residua_report::Paint;

/// When the output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is dumb
    Auto,
    /// Always, also in pipes and files
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
