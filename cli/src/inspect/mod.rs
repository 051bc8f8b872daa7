//! `residua inspect`: what is left of a puzzle.
//!
//! | file | holds |
//! |---|---|
//! | `account.rs` | all that is found out of a puzzle, before it is written |
//! | `text.rs` | it as text for people |
//! | `json.rs` | it as JSON for programs |
//! | `clpfd.rs` | it as a Prolog top level answers |
//! | `picture.rs` | it as a picture, and as a page |
//! | `compare.rs` | the strengths beside each other |

mod account;
mod clpfd;
mod compare;
mod json;
mod picture;
mod text;

use std::process::ExitCode;

use crate::args::{Inspect, InspectFormat};
use crate::each;
use crate::inspect::account::Account;
use crate::inspect::picture::{Page, Single};
use crate::inspect::text::Text;

pub(crate) fn run(arguments: &Inspect) -> ExitCode {
    let inputs = &arguments.inputs;
    if arguments.compare {
        return each::run(inputs, compare::compare);
    }
    let format = if arguments.json { InspectFormat::Json } else { arguments.format };
    match format {
        InspectFormat::Pencil | InspectFormat::Grid => each::run_with(inputs, Text::new(arguments)),
        InspectFormat::Json => each::run_as(true, inputs, |found, limits, output| {
            let account = Account::of(found, arguments, limits);
            json::write(output, &account).map(|()| account.end())
        }),
        InspectFormat::Clpfd => each::run(inputs, |found, limits, output| {
            let account = Account::of(found, arguments, limits);
            clpfd::write(output, &account).map(|()| account.end())
        }),
        InspectFormat::Svg => each::run_with(inputs, Single::new(arguments)),
        InspectFormat::Html => each::run_with(inputs, Page::new(arguments)),
    }
}
