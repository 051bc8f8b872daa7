//! `residua completions` and `residua man`: shell completions and the manual page.

use std::io::{self, Write, stdout};
use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Arguments, Completions};
use crate::each::written;

/// Writes the completions for a shell.
pub(crate) fn completions(arguments: &Completions) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "residua", &mut text);
    written(stdout().write_all(&text))
}

/// Writes the manual page: one page, with a section for each subcommand.
pub(crate) fn page() -> ExitCode {
    written(compose().and_then(|text| stdout().write_all(&text)))
}

fn compose() -> io::Result<Vec<u8>> {
    let mut command = Arguments::command();
    command.build();
    let mut parts = Vec::new();
    let man = Man::new(command.clone()).section("1");
    man.render_title(&mut parts)?;
    man.render_name_section(&mut parts)?;
    man.render_synopsis_section(&mut parts)?;
    man.render_description_section(&mut parts)?;
    man.render_options_section(&mut parts)?;
    for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
        add(subcommand, &mut parts)?;
    }
    add_examples(&man, &mut parts)?;
    man.render_version_section(&mut parts)?;
    Ok(parted(&parts))
}

/// The parts with what each of them begins with, the definition of an apostrophe, once only.
fn parted(parts: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(parts);
    let is_preamble = |line: &str| line.starts_with(".ie ") || line.starts_with(".el ");
    let lines = text.lines().enumerate().filter(|(number, line)| *number < 2 || !is_preamble(line));
    lines.flat_map(|(_, line)| [line.as_bytes(), b"\n"].concat()).collect()
}

/// What follows the help, its lines as they are.
fn add_examples(man: &Man, text: &mut Vec<u8>) -> io::Result<()> {
    let mut parts = Vec::new();
    man.render_extra_section(&mut parts)?;
    let section = String::from_utf8_lossy(&parts).replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n");
    writeln!(text, "{}\n.fi", section.trim_end())
}

/// The section of a subcommand: its own sections become parts of it.
fn add(subcommand: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    writeln!(text, ".SH RESIDUA {}", subcommand.get_name().to_uppercase())?;
    let man = Man::new(subcommand.clone());
    let mut parts = Vec::new();
    man.render_synopsis_section(&mut parts)?;
    man.render_description_section(&mut parts)?;
    man.render_options_section(&mut parts)?;
    if subcommand.get_after_help().is_some() && subcommand.get_name() != "solve" {
        // What follows the help of `solve` follows the whole page.
        add_examples(&man, &mut parts)?;
    }
    for line in String::from_utf8_lossy(&parts).lines() {
        match line.strip_prefix(".SH ") {
            Some(title) => writeln!(text, ".SS {title}")?,
            None => writeln!(text, "{line}")?,
        }
    }
    Ok(())
}
