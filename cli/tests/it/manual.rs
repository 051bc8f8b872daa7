//! Promise: completions and the manual page know every subcommand and every long option.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::program::run;

/// The subcommands, each with its long options, as the help has them.
fn subcommands() -> Vec<(String, BTreeSet<String>)> {
    let help = run("help", &[], "").out;
    let list = help.split("Commands:\n").nth(1).expect("a list of commands");
    let names =
        list.lines().take_while(|line| line.starts_with("  ")).filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
    let all: Vec<(String, BTreeSet<String>)> =
        names.map(|name| (name.to_owned(), long_options(&run(name, &["--help"], "").out))).collect();
    assert!(all.len() >= 8, "{all:?}");
    all
}

/// The options at the beginning of the lines of a help.
fn long_options(help: &str) -> BTreeSet<String> {
    let (_, options) = help.split_once("Options:\n").expect("options");
    let lines = options.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    lines
        .flat_map(|line| line.split([' ', ',', '[']))
        .filter(|word| word.starts_with("--"))
        .map(str::to_owned)
        .collect()
}

/// Whether a shell that is there can read a script.
fn is_read_by(shell: &str, script: &str) -> bool {
    let started = Command::new(shell).arg("-n").stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = started else { return true };
    let mut stdin = child.stdin.take().expect("it is piped");
    // A shell that gives up on the script closes the pipe.
    let _ = stdin.write_all(script.as_bytes());
    drop(stdin);
    child.wait().is_ok_and(|status| status.success())
}

#[test]
fn completions_have_all() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run("completions", &[shell], "");
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        for (name, options) in subcommands() {
            assert!(script.out.contains(&name), "{shell}: no {name}");
            for option in options {
                let option = if shell == "fish" { option.replacen("--", "-l ", 1) } else { option };
                assert!(script.out.contains(&option), "{shell}: no {option} of {name}");
            }
        }
    }
    for shell in ["bash", "zsh"] {
        assert!(is_read_by(shell, &run("completions", &[shell], "").out), "{shell} cannot read it");
    }
    assert!(!is_read_by("bash", "case x in"), "what is broken is seen");
    assert_eq!(run("completions", &["tcsh"], "").code, 2);
}

#[test]
fn the_manual_has_all() {
    let page = run("man", &[], "");
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    assert!(page.out.contains(".TH residua 1 "), "{}", page.out);
    let sections: Vec<&str> = page.out.split("\n.SH ").collect();
    for (name, options) in subcommands() {
        let title = format!("RESIDUA {}\n", name.to_uppercase());
        let section = sections.iter().find(|section| section.starts_with(&title)).expect("a section");
        for option in options {
            let written = format!("\\fB{}\\fR", option.replace('-', "\\-"));
            assert!(section.contains(&written), "no {option} in\n{section}");
        }
    }
    assert!(
        sections
            .iter()
            .any(|section| section.starts_with("EXAMPLES\n.nf\n") && section.contains("Exit codes"))
    );
}

/// The help has options that add rules under a heading of their own, and no others.
#[test]
fn further_rules_have_a_heading() {
    let rules: BTreeSet<String> = [
        "--regions",
        "--diagonals",
        "--windows",
        "--anti-knight",
        "--anti-king",
        "--non-consecutive",
        "--killer",
        "--cages",
    ]
    .map(str::to_owned)
    .into();
    let mut seen = 0;
    for (name, _) in subcommands() {
        let help = run(&name, &["-h"], "").out;
        let Some((before, section)) = help.split_once("\nRules of variant puzzles:\n") else { continue };
        let section = section.split("\n\n").next().unwrap_or_default();
        let listed = long_options(&format!("Options:\n{section}"));
        assert!(listed.is_subset(&rules) && listed.len() >= 7, "{name}: {listed:?}");
        assert!(before.contains("--color"), "{name}");
        seen += 1;
    }
    assert!(seen >= 10, "{seen}");
}
