//! Numeric arguments: parsers with ranges and error messages.

use std::time::Duration;

/// Seconds. A time beyond what a clock can tell is as good as no limit.
pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let number = text.parse::<f64>().ok().filter(|number| *number >= 0.0 && number.is_finite());
    let number = number.ok_or("expected a number of seconds, 0 or more")?;
    Ok(Duration::try_from_secs_f64(number).unwrap_or(Duration::MAX))
}

pub(crate) fn zero_or_more(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number, 0 to {}", u64::MAX))
}

pub(crate) fn one_or_more(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("expected a number, 1 to {}", u64::MAX))
}

/// More threads than any machine gains from; where there are many more, the system ends the program.
const MOST_THREADS: usize = 1024;

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number of threads, 0 to {MOST_THREADS}"))
}
