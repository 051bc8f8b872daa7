//! `residua split`, `work` and `merge`: one question on many machines.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | arguments |
//! | `subject.rs` | the subject |
//! | `work.rs` | workers: subproblems in, reports out |

pub(crate) mod args;
pub(crate) mod subject;
mod work;

use std::io::{self, BufWriter, Write, stdout};
use std::process::ExitCode;

use residua::search::Limits;
use residua_report::distributed::{Ask, Merging, Mistake, Reports, Unmerged, read_units, write_units};
use residua_report::question::Form;
use residua_report::words::came_first;
use residua_report::{ExitStatus, Subject};

use crate::distributed::args::{Merge, Split};
use crate::each::{complain, note, refuse, written};
use crate::interrupt::{Until, stop_flag};
use crate::setting::Setting;
use crate::variants;

pub(crate) use crate::distributed::work::work;

/// `residua split`.
pub(crate) fn split(arguments: &Split, setting: Setting) -> ExitCode {
    let subject = match subject::read((&arguments.one).into()) {
        Ok(subject) => subject,
        Err(mistake) => return bad_input(&mistake),
    };
    let ask = arguments.ask.map_or_else(|| subject.usual_ask(), Ask::from);
    let task = match subject.task(ask, &arguments.one.how(setting.engine, None)) {
        Ok(task) => task,
        Err(mistake) => return bad_input(&(subject.file().to_owned(), mistake)),
    };
    let parts = usize::try_from(arguments.parts).unwrap_or(usize::MAX);
    match task.split(parts) {
        Ok(units) => {
            let mut output = BufWriter::new(stdout().lock());
            written(write_units(&units, &mut output).and_then(|()| output.flush()))
        }
        Err(limit) => {
            note(&format!("not split: {}", came_first(limit)));
            ExitCode::from(ExitStatus::Stopped as u8)
        }
    }
}

/// `residua merge`.
pub(crate) fn merge(arguments: &Merge, setting: Setting) -> ExitCode {
    let form = arguments.form();
    let read = || -> Result<(Subject, Reports), Mistake> {
        Ok((subject::read((&arguments.one).into())?, Reports::open(&arguments.reports)?))
    };
    let (subject, reports) = match read() {
        Ok(read) => read,
        Err(mistake) => return bad_input(&mistake),
    };
    if subject.is_variant() && form == Form::Ascii {
        return refuse(variants::FORMS);
    }
    let limits = Limits::none().time(arguments.time).stop(stop_flag());
    let how = arguments.one.how(setting.engine, arguments.question.budget);
    let asked = (arguments.question.ask.into(), &how);
    let is_json = form == Form::Json;
    let mut output = BufWriter::with_capacity(1 << 16, Until::new(stdout().lock(), !is_json));
    let merged = read_units(&arguments.units)
        .and_then(|units| Merging::new(&subject, asked, units, &reports))
        .map_err(Unmerged::from)
        .and_then(|merging| merging.write(form, &setting.asking(&limits), &mut output));
    let message = match merged {
        Ok(end) => {
            return output.flush().map_or_else(|error| written(Err(error)), |()| ExitCode::from(end as u8));
        }
        Err(Unmerged::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Unmerged::Output(error)) => return written(Err(error)),
        Err(Unmerged::Mistake(mistake)) => return bad_input(&mistake),
        Err(Unmerged::Missing(missing)) => format!("incomplete: {}", missing.text()),
        Err(Unmerged::Unreported(value)) => {
            let message =
                format!("incomplete: no report has a solution that is as good as --incumbent {value}");
            format!("{message}; these reports stay so: work without it, or with another one, in a new folder")
        }
    };
    note(&message);
    ExitCode::from(ExitStatus::Stopped as u8)
}

/// Says what is wrong with an input, and where.
fn bad_input((file, mistake): &Mistake) -> ExitCode {
    complain(file, mistake);
    ExitCode::from(ExitStatus::BadInput as u8)
}
