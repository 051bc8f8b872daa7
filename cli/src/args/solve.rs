//! Arguments of `solve`.

use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use residua::engine::Consistency;
use residua_report::outside;
use residua_report::question::{self, Form};

use crate::args::inputs::{Estimates, Graphs, Inputs, Most};
use crate::args::learn::Learn;
use crate::numbers::{threads, zero_or_more};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    /// Print all solutions as they are found (JSON keeps those of one puzzle in memory)
    #[arg(long)]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) most: Most,

    /// Consistency that each house enforces in propagation: value, bounds or domain
    #[arg(long = "strength", value_name = "CONSISTENCY", default_value_t = Consistency::Domain)]
    pub(crate) consistency: Consistency,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Grid)]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    /// List all remaining rules, including those that the grid shows
    #[arg(long)]
    pub(crate) rules: bool,

    /// Print only totals, and errors on standard error
    #[arg(long)]
    pub(crate) summary: bool,

    /// Print decisions, failures and propagations of each puzzle (always in JSON, never with --format line)
    #[arg(long, conflicts_with = "summary")]
    pub(crate) stats: bool,

    #[command(flatten)]
    pub(crate) estimates: Estimates,

    /// When to use nogood learning
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Learn::Auto, conflicts_with = "with")]
    pub(crate) learn: Learn,

    /// Number of threads, up to 1024; 0 uses all cores. Puzzles are divided among them, and a single one is searched by all together. The
    /// order of the output does not change
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    threads: usize,

    /// Keep what is found in this file, from which the same command goes on after it was killed; for one puzzle or model
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<String>,

    /// Stop the search of a puzzle after N nodes
    #[arg(long, value_name = "N", value_parser = zero_or_more, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,

    /// Search with a SAT solver: a command such as 'cadical -q {}', run without a shell; {} is the file with the clauses, which
    /// are standard input otherwise. Its answers are verified
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["nodes", "stats"])]
    pub(crate) with: Option<outside::Command>,
}

impl Solve {
    /// How to print.
    pub(crate) fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> usize {
        match self.threads {
            0 => available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    pub(crate) fn question(&self) -> question::Solve {
        let form = if self.summary { Form::Verdict } else { self.format().into() };
        let &Solve { all, most: Most { limit }, consistency, nodes, stats, rules, .. } = self;
        let learn = self.learn.into();
        question::Solve { all, limit, consistency, learn, nodes, stats, rules, form }
    }
}

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Grids drawn with box characters
    Grid,
    /// Grids drawn with | and -
    Ascii,
    /// One line per puzzle
    Line,
    /// Candidates of each cell after propagation
    Pencil,
    /// One JSON object per line and puzzle (see docs/json.md)
    Json,
    /// Prolog program with library(clpfd): puzzle(Rows), and solution(Rows) with search
    Prolog,
    /// Prolog answers, as a top level prints them: bindings, domains and goals of library(clpfd)
    Clpfd,
}

impl From<Format> for Form {
    fn from(format: Format) -> Form {
        match format {
            Format::Grid => Form::Grid,
            Format::Ascii => Form::Ascii,
            Format::Line => Form::Line,
            Format::Pencil => Form::Pencil,
            Format::Json => Form::Json,
            Format::Prolog => Form::Prolog,
            Format::Clpfd => Form::Clpfd,
        }
    }
}
