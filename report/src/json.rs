//! JSON objects, one per line.

use std::io::{self, BufWriter, IntoInnerError, Write};

use serde::Serialize;

#[derive(Serialize)]
struct ErrorObject<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    error: &'a str,
}

/// Writes a mistake in the input.
///
/// # Errors
/// The output cannot be written.
pub fn write_mistake(
    output: &mut dyn Write,
    file: &str,
    line: usize,
    column: usize,
    error: &str,
) -> io::Result<()> {
    write_object(output, &ErrorObject { file, line, column, error })
}

/// Writes an object in a line of its own.
///
/// # Errors
/// The output cannot be written.
pub fn write_object(output: &mut dyn Write, object: &impl Serialize) -> io::Result<()> {
    // In pieces of its own: an object of a large grid is put together of millions, and `output` may be behind a pointer.
    let mut pieces = BufWriter::with_capacity(1 << 14, output);
    serde_json::to_writer(&mut pieces, object)?;
    writeln!(pieces)?;
    // That writes what is left, and does not flush the output behind it.
    pieces.into_inner().map(|_| ()).map_err(IntoInnerError::into_error)
}
