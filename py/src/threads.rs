//! The number of threads that search one model.

use std::num::NonZero;
use std::thread::available_parallelism;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// More threads than any machine gains from; where there are many more, the system ends the program.
const MOST: i64 = 1024;

/// The number of threads that a caller asks for; 0 is one for each core.
pub(crate) fn count(threads: i64) -> PyResult<usize> {
    match threads {
        0 => Ok(available_parallelism().map_or(1, NonZero::get)),
        1..=MOST => Ok(threads as usize),
        _ => Err(PyValueError::new_err(format!(
            "threads: expected a number from 0 to {MOST}, found {threads}"
        ))),
    }
}
