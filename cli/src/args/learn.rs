//! The option `--learn`: when the search learns nogoods.

use clap::ValueEnum;
use residua::search::Learning;

/// Whether a search learns from its dead ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Learn {
    /// In turn with a search without learning, unless that one will soon finish
    #[default]
    Auto,
    /// From the start
    On,
    /// Never
    Off,
}

impl From<Learn> for Learning {
    fn from(learn: Learn) -> Learning {
        match learn {
            Learn::Auto => Learning::Auto,
            Learn::On => Learning::On,
            Learn::Off => Learning::Off,
        }
    }
}
