//! `--checkpoint` of `solve`, `count` and `inspect`: a run that is killed goes on where it was.

use std::io::{BufWriter, stdout};
use std::process::ExitCode;

use clap::ValueEnum;
use residua::inspect::Strength;
use residua::search::{EngineChoice, Learning, Limits};
use residua_report::ExitStatus;
use residua_report::distributed::{Ask, Checkpoint, How, Mistake, OutputFile, Shown, Unfinished};
use residua_report::question::Form;
use residua_report::words::came_first;

use crate::args::{Command, Count, Format, Graphs, Inputs, Inspect, InspectFormat, Models, Solve};
use crate::distributed::subject::{Named, read};
use crate::each::{complain, note, refuse, written};
use crate::interrupt::{Until, stop_flag};
use crate::setting::Setting;
use crate::variants;

/// A question that is answered with a checkpoint.
struct Asked<'a> {
    path: &'a str,
    inputs: &'a Inputs,
    graphs: Graphs,
    models: Models,
    ask: Ask,
    how: How,
    shown: Shown,
    /// What makes the output what it is.
    command: String,
}

/// Answers the command if it has a checkpoint; the exit code.
pub(crate) fn run(command: &Command, setting: Setting) -> Option<ExitCode> {
    let asked = match command {
        Command::Solve(all) => solve(all, all.checkpoint.as_deref()?, setting.engine),
        Command::Count(all) => count(all, all.checkpoint.as_deref()?, setting.engine),
        Command::Inspect(all) => inspect(all, all.checkpoint.as_deref()?, setting.engine),
        _ => return None,
    };
    let asked = match asked {
        Ok(asked) => asked,
        Err(message) => return Some(refuse(message)),
    };
    Some(answer(command, &asked, setting).unwrap_or_else(|(file, mistake)| {
        complain(&file, &mistake);
        ExitCode::from(ExitStatus::BadInput as u8)
    }))
}

fn answer(command: &Command, asked: &Asked<'_>, setting: Setting) -> Result<ExitCode, Mistake> {
    let files = asked.inputs.named();
    let (file, data) =
        files.split_first().expect("invariant: where no file is named, standard input is, as `-`");
    let (graphs, models, reading) = (asked.graphs, asked.models, asked.inputs.each.reading);
    let subject = read(Named { file, data, graphs, models, reading, further: &asked.inputs.further })?;
    if let Some(message) = variants::unsupported(command).filter(|_| subject.is_variant()) {
        return Ok(refuse(message));
    }
    let limits = Limits::none().time(asked.inputs.each.time).stop(stop_flag());
    let question = (asked.ask, &asked.how);
    let checkpoint = Checkpoint::open(asked.path, &asked.command, &subject, question, asked.shown)?;
    let answered = finish(checkpoint, asked.shown.solve.form, &limits, setting);
    Ok(match answered {
        Ok(end) => ExitCode::from(end as u8),
        Err(Unfinished::Stopped(limit)) => {
            note(&format!("incomplete: {}; the same command goes on", came_first(limit)));
            ExitCode::from(ExitStatus::Stopped as u8)
        }
        Err(Unfinished::Mistake(mistake)) => return Err(mistake),
        Err(Unfinished::Output(error)) => written(Err(error)),
    })
}

fn finish(
    checkpoint: Checkpoint<'_>,
    form: Form,
    limits: &Limits,
    setting: Setting,
) -> Result<ExitStatus, Unfinished> {
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), form != Form::Json));
    checkpoint.answer(&setting.asking(limits), (regular_output(), &mut output))
}

/// Standard output, if it is a regular file that can be told from others.
#[cfg(unix)]
fn regular_output() -> Option<OutputFile> {
    use std::fs::{File, Metadata};
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    let file = File::from(stdout().as_fd().try_clone_to_owned().ok()?);
    let data = file.metadata().ok().filter(Metadata::is_file)?;
    // Where it was opened for writing only, as by `>>`, this opens it again.
    let path = "/dev/fd/1".into();
    Some(OutputFile { id: (data.dev(), data.ino()), length: data.len(), file, path })
}

#[cfg(not(unix))]
fn regular_output() -> Option<OutputFile> {
    None
}

/// As the command searches it.
fn how(engine: EngineChoice) -> How {
    How { consistency: None, learn: Learning::Auto, free: false, seed: 0, engine, budget: None }
}

fn solve<'a>(all: &'a Solve, path: &'a str, engine: EngineChoice) -> Result<Asked<'a>, &'static str> {
    let question = all.question();
    if !question.all {
        return Err("--checkpoint requires --all");
    }
    if all.with.is_some() || all.summary || all.nodes.is_some() || all.threads() != 1 {
        return Err("--checkpoint does not go with --with, --summary, --nodes and --threads");
    }
    if matches!(all.format(), Format::Prolog | Format::Clpfd) {
        return Err("--checkpoint supports only --format grid, ascii, line, pencil and json");
    }
    let mut command = format!("solve --all --format {}", word(all.format()));
    command.extend(question.limit.map(|limit| format!(" --limit {limit}")));
    command.push_str(if question.rules { " --rules" } else { "" });
    command.push_str(if question.stats { " --stats" } else { "" });
    let shown = Shown { solve: question, ..Shown::of(question.form, None) };
    let how = How { consistency: Some(question.consistency), learn: question.learn, ..how(engine) };
    let (inputs, graphs, models) = (&all.inputs, all.graphs, Models::default());
    Ok(Asked { path, inputs, graphs, models, ask: Ask::Solutions, how, shown, command })
}

fn count<'a>(all: &'a Count, path: &'a str, engine: EngineChoice) -> Result<Asked<'a>, &'static str> {
    if all.most.limit.is_some() {
        return Err("--checkpoint does not go with --limit");
    }
    let ask = if all.candidates { Ask::Marginals } else { Ask::Count };
    let shown = Shown::of(if all.json { Form::Json } else { Form::Grid }, None);
    let command = "count".to_owned();
    Ok(Asked {
        path,
        inputs: &all.inputs,
        graphs: all.graphs,
        models: all.models,
        ask,
        how: how(engine),
        shown,
        command,
    })
}

fn inspect<'a>(all: &'a Inspect, path: &'a str, engine: EngineChoice) -> Result<Asked<'a>, &'static str> {
    if all.strength != Strength::Exact || all.compare || all.count || all.counts {
        return Err("--checkpoint does not go with --strength, --compare, --count and --counts");
    }
    if !matches!(all.format, None | Some(InspectFormat::Pencil | InspectFormat::Grid | InspectFormat::Json)) {
        return Err("--checkpoint supports only --format pencil, grid and json");
    }
    let shown = Shown::of(if all.is_json() { Form::Json } else { Form::Grid }, None);
    let shown = Shown { inspect: all.question(), ..shown };
    let command = "inspect".to_owned();
    Ok(Asked {
        path,
        inputs: &all.inputs,
        graphs: all.graphs,
        models: all.models,
        ask: Ask::Exact,
        how: how(engine),
        shown,
        command,
    })
}

/// A format as it is called.
fn word(format: Format) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}
