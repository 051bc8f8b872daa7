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
use crate::inspect::account::{Account, Question};
use crate::inspect::picture::{Page, Single};
use crate::inspect::text::Text;
use crate::setting::Setting;

pub(crate) fn run(arguments: &Inspect, setting: Setting) -> ExitCode {
    let inputs = &arguments.inputs;
    if arguments.compare {
        return each::run(inputs, |found, limits, output| {
            compare::compare(setting.engine, found, limits, output)
        });
    }
    let format = if arguments.json { Some(InspectFormat::Json) } else { arguments.format };
    let question = Question { arguments, engine: setting.engine };
    match format.unwrap_or(InspectFormat::Pencil) {
        InspectFormat::Pencil | InspectFormat::Grid => {
            each::run_with(inputs, Text { question, paint: setting.paint })
        }
        InspectFormat::Json => each::run_as(true, inputs, |found, limits, output| {
            let account = Account::of(found, question, limits);
            json::write(output, &account).map(|()| account.end())
        }),
        InspectFormat::Clpfd => each::run(inputs, |found, limits, output| {
            let account = Account::of(found, question, limits);
            clpfd::write(output, &account).map(|()| account.end())
        }),
        InspectFormat::Svg => each::run_with(inputs, Single::new(question)),
        InspectFormat::Html => each::run_with(inputs, Page::new(question)),
    }
}
