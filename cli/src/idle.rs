//! Options that would have no effect with the others: they are refused, not ignored.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::args::{Arguments, Command, Format, Inspect, InspectFormat};

impl Arguments {
    /// What was asked for, or the end of the program: where an option would have no effect with the others, that is said.
    pub(crate) fn checked() -> Arguments {
        let arguments = Arguments::parse();
        if let Some(idle) = arguments.idle() {
            Arguments::command().error(ErrorKind::ArgumentConflict, idle).exit();
        }
        arguments
    }

    /// Why an option has no effect with the others, if there is one.
    pub(crate) fn idle(&self) -> Option<&'static str> {
        match &self.command {
            Command::Solve(solve)
                if solve.summary && !matches!(solve.format(), Format::Json | Format::Grid) =>
            {
                Some(
                    "--summary prints totals, as text or with --format json: no other --format has an effect",
                )
            }
            Command::Solve(solve)
                if solve.rules
                    && (solve.summary
                        || !matches!(solve.format(), Format::Grid | Format::Ascii | Format::Pencil)) =>
            {
                Some(
                    "--rules has an effect on reports only: --format grid, ascii or pencil, without --summary",
                )
            }
            Command::Inspect(inspect)
                if inspect.rules
                    && (inspect.json
                        || inspect.compare
                        || !matches!(
                            inspect.format,
                            None | Some(InspectFormat::Pencil | InspectFormat::Grid)
                        )) =>
            {
                Some("--rules has an effect on reports only: --format pencil or grid")
            }
            Command::Inspect(Inspect {
                counts: true,
                json: false,
                format: Some(InspectFormat::Clpfd | InspectFormat::Svg | InspectFormat::Html),
                ..
            }) => Some(
                "--counts has no effect on pictures, pages and goals: it needs --format pencil, grid or json",
            ),
            _ => None,
        }
    }
}
