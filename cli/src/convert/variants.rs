//! Puzzles written in formats of puzzles with further rules.

use std::io::{self, Write};
use std::process::ExitCode;

use residua_report::ConvertVariant;
use residua_variant::Format;

use crate::convert::args::Convert;
use crate::convert::sources::Sources;
use crate::convert::{ended, opened};
use crate::each::{refuse, written};
use crate::export::target::{Target, is_folder};

/// Writes the puzzles, each as it is read.
pub(super) fn write(arguments: &Convert, to: Format, mut sources: Sources) -> ExitCode {
    let trust = arguments.reading.trust;
    let question = ConvertVariant { to, drops_rules: arguments.drop_rules, trust };
    if let Some(folder) = arguments.output.as_deref().filter(|path| is_folder(path)) {
        return each(question, folder, sources);
    }
    let mut output = match opened(arguments.output.as_deref()) {
        Ok(output) => output,
        Err(code) => return code,
    };
    // One puzzle may have many lines; of several each has one, or a blank line behind it.
    let mut before: Option<String> = None;
    let mut is_first = true;
    let mut put = |text: Option<String>, is_only: bool| -> io::Result<()> {
        match text {
            Some(text) if to == Format::Iss => writeln!(output, "{text}{}", if is_only { "" } else { "\n" }),
            Some(text) if is_only => writeln!(output, "{text}"),
            Some(text) => writeln!(output, "{}", text.lines().map(str::trim_start).collect::<String>()),
            None => Ok(()),
        }
        .and_then(|()| output.flush())
    };
    while let Some((file, line, puzzle)) = sources.next() {
        let Some(text) = sources.told((&file, line), question.convert(&puzzle)) else { continue };
        let earlier = before.replace(text);
        if earlier.is_some() {
            is_first = false;
        }
        if let Err(error) = put(earlier, false) {
            return written(Err(error));
        }
    }
    if let Err(error) = put(before, is_first) {
        return written(Err(error));
    }
    ended(sources.are_right)
}

/// Writes each puzzle into a file of its own.
fn each(question: ConvertVariant, folder: &str, mut sources: Sources) -> ExitCode {
    let extension = match question.to {
        Format::Json | Format::FPuzzles | Format::Scl => "json",
        _ => "txt",
    };
    let mut target = match Target::new(Some(folder), extension, true, "puzzles") {
        Ok(target) => target,
        Err(message) => return refuse(&message),
    };
    while let Some((file, line, puzzle)) = sources.next() {
        let Some(text) = sources.told((&file, line), question.convert(&puzzle)) else { continue };
        match target.write((&file, line), &mut |output: &mut dyn Write| writeln!(output, "{text}")) {
            Err((path, error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                return refuse(&format!("{path}: cannot be written: {error}"));
            }
            _ => {}
        }
    }
    ended(sources.are_right)
}
