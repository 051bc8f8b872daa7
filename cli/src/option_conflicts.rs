//! Option conflicts: options without effect beside others are refused, not ignored.
//!
//! Options of one subcommand that never go together are refused by clap (`conflicts_with`); here are those that depend on a
//! value.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::args::{Arguments, Command, Format, Inspect, InspectFormat, Learn};

impl Arguments {
    /// Parses the arguments; ends the program with an error where an option would have no effect.
    pub(crate) fn checked() -> Arguments {
        let arguments = Arguments::parse();
        if let Some(option_conflict) = arguments.option_conflict() {
            Arguments::command().error(ErrorKind::ArgumentConflict, option_conflict).exit();
        }
        arguments
    }

    /// The message about an option without effect, if there is one.
    fn option_conflict(&self) -> Option<&'static str> {
        match &self.command {
            command if command.searches_in_vain() => Some(
                "--estimate does not search: only --json, --strength, --time and options of the input go with it",
            ),
            Command::Solve(solve)
                if solve.summary && !matches!(solve.format(), Format::Json | Format::Grid) =>
            {
                Some("--summary supports only --format grid and json")
            }
            Command::Solve(solve)
                if solve.rules
                    && (solve.summary
                        || !matches!(solve.format(), Format::Grid | Format::Ascii | Format::Pencil)) =>
            {
                Some("--rules requires --format grid, ascii or pencil, without --summary")
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
                Some("--rules requires --format pencil or grid")
            }
            Command::Inspect(Inspect {
                counts: true,
                json: false,
                format: Some(InspectFormat::Clpfd | InspectFormat::Svg | InspectFormat::Html),
                ..
            }) => Some("--counts requires --format pencil, grid or json"),
            Command::Export(export) => export.option_conflict(),
            _ => None,
        }
    }
}

impl Command {
    /// Whether it is to estimate a search, beside an option of how to search, or of what to print of it.
    fn searches_in_vain(&self) -> bool {
        match self {
            Command::Solve(all) if all.estimates.estimate.is_some() => {
                let is_list = all.all || all.most.limit.is_some() || all.nodes.is_some();
                let is_printed = all.rules || all.summary || all.stats;
                let is_other = all.with.is_some()
                    || all.checkpoint.is_some()
                    || all.threads() != 1
                    || all.learn != Learn::Auto;
                is_list || is_printed || is_other || !matches!(all.format(), Format::Grid | Format::Json)
            }
            Command::Count(all) if all.estimates.estimate.is_some() => {
                all.candidates
                    || all.checkpoint.is_some()
                    || all.most.limit.is_some()
                    || all.together.threads() != 1
            }
            Command::Fzn(all) if all.estimates.estimate.is_some() => {
                let is_list = all.all || all.intermediate || all.solutions.is_some();
                is_list || all.statistics || all.check || all.threads != 1 || all.learn != Learn::Auto
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::args::Arguments;

    /// Whatever stands in a list of options, it is parsed or refused, with the exit code of one or the other.
    #[test]
    fn spoilt_lists_are_parsed_or_refused() {
        let words = [
            "solve",
            "inspect",
            "count",
            "conflict",
            "clues",
            "why",
            "create",
            "--seed",
            "--symmetry=full",
            "--givens",
            "--solutions=2",
            "--remove",
            "--box",
            "3x2",
            "--box=1x1",
            "--time",
            "-1",
            "1e999",
            "--limit",
            "0",
            "--limit=7",
            "--nodes",
            "--threads",
            "1025",
            "--json",
            "--format",
            "line",
            "--format=svg",
            "--compare",
            "--counts",
            "--all",
            "--smallest",
            "--trust",
            "marks",
            "--strength",
            "exact",
            "--summary",
            "--stats",
            "--estimate",
            "--estimate=9",
            "r1c1=2",
            "-",
            "--",
            "-x",
            "--jsn",
            "",
            "é",
            "\u{2028}",
            "--box=99999999999x9",
            "nan",
            "-h",
            "--help",
        ];
        let depth = std::env::var("RESIDUA_DEPTH").ok().and_then(|depth| depth.parse().ok()).unwrap_or(1.0);
        let mut state = 1_u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        let mut parsed = 0;
        for _ in 0..(3000.0 * depth) as usize {
            let count = below(7);
            let mut list: Vec<&str> = vec!["residua"];
            if below(4) > 0 {
                list.push(words[below(7)]);
            }
            list.extend((0..count).map(|_| words[below(words.len())]));
            match Arguments::try_parse_from(&list) {
                Ok(arguments) => {
                    arguments.option_conflict();
                    parsed += 1;
                }
                Err(error) => assert!(matches!(error.exit_code(), 0 | 2), "{list:?}: {error}"),
            }
        }
        assert!(depth < 1.0 || parsed > 100, "{parsed}");
    }
}
