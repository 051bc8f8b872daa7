//! `residua work`: subproblems in, reports out.

use std::io::{self, BufRead, IsTerminal, Write, stdin, stdout};
use std::process::ExitCode;
use std::sync::Arc;

use residua::search::Limits;
use residua_report::ExitStatus;
use residua_report::distributed::{Folder, Unit, Unworked, Working, read_units};
use residua_report::json::write_object;
use residua_report::words::{came_first, counted};

use crate::distributed::args::Work;
use crate::distributed::{bad_input, subject};
use crate::each::{note, refuse, written};
use crate::interrupt::stop_flag;
use crate::progress::Waiting;
use crate::setting::Setting;

/// Answers subproblems, until none is left.
pub(crate) fn work(arguments: &Work, setting: Setting) -> ExitCode {
    let is_streamed = arguments.units == "-";
    let message = match (is_streamed, arguments.out.is_some(), arguments.part.is_some()) {
        _ if is_streamed && arguments.one.file == "-" => {
            Some("standard input cannot be both the subject and the subproblems")
        }
        (false, false, _) => {
            Some("--out DIR is required, unless the subproblems are read from standard input")
        }
        (true, _, true) => Some("--part applies only to a file of subproblems"),
        _ => None,
    };
    if let Some(message) = message {
        return refuse(message);
    }
    let limits = Limits::none().time(arguments.time).stop(stop_flag());
    match answer(arguments, setting, &limits) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Unworked::Stopped(limit)) => {
            note(&format!("incomplete: {}", came_first(limit)));
            ExitCode::from(ExitStatus::Stopped as u8)
        }
        Err(Unworked::Mistake(mistake)) => bad_input(&mistake),
        Err(Unworked::Output(error)) => written(Err(error)),
    }
}

fn answer(arguments: &Work, setting: Setting, limits: &Limits) -> Result<(), Unworked> {
    let subject = subject::read((&arguments.one).into())?;
    let how = arguments.one.how(setting.engine, arguments.question.budget);
    let folder = arguments.out.as_deref().map(Folder::make).transpose()?;
    let keeps = folder.is_some();
    let asked = (arguments.question.ask.into(), &how);
    let working = Working::new(&subject, asked, folder, arguments.incumbent, limits);
    let mut working = working.map_err(|mistake| (subject.file().to_owned(), mistake))?;
    if arguments.units != "-" {
        let units = read_units(&arguments.units)?;
        let (part, of) = arguments.part.unwrap_or((0, 1));
        let own = (0..).zip(&units).filter(|(number, _)| number % of == part);
        let own: Vec<&Unit> = own.map(|(_, unit)| unit).collect();
        let tally = working.tally();
        tally.add(own.len());
        let waiting = Waiting::with_message("searching", subject.file(), move || tally.text());
        own.iter().try_for_each(|unit| working.finish(unit))?;
        drop(waiting);
        let reports = counted(working.reports(), "new report");
        if working.is_settled() {
            note(&format!("a solution is known, {reports}"));
        } else {
            note(&format!("{} done, {reports}", counted(own.len(), "subproblem")));
        }
        return Ok(());
    }
    let name: Arc<str> = "-".into();
    let tally = working.tally();
    // What is typed in, or printed, would come between.
    let is_free = !stdin().is_terminal() && (keeps || !stdout().is_terminal());
    let told = Arc::clone(&tally);
    let _waiting = is_free.then(|| Waiting::with_message("searching", subject.file(), move || told.text()));
    for (number, line) in stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| {
            let message = format!("cannot be read: {error}");
            ("-".to_owned(), residua_report::InputError { line: number + 1, column: 1, message })
        })?;
        if line.trim().is_empty() {
            continue;
        }
        let unit = Unit::read(&name, number + 1, &line)?;
        tally.add(1);
        if keeps {
            working.finish(&unit)?;
        } else {
            write(&working.answer(&unit)?)?;
        }
    }
    Ok(())
}

/// Writes a report for a caller who waits for it.
fn write(report: &residua::subproblem::Report) -> io::Result<()> {
    let mut output = stdout().lock();
    write_object(&mut output, report)?;
    output.flush()
}
