//! Costs of steps: tenths on the scale of Sukaku Explainer, and what the length of a chain adds.

use std::fmt;
use std::str::FromStr;

/// The cost of a step, in tenths: 26 is 2.6.
///
/// ```
/// use residua_sudoku::steps::Cost;
///
/// assert_eq!(Cost(26).to_string(), "2.6");
/// assert!(Cost(26) < Cost::NEVER);
/// assert_eq!("2.6".parse(), Ok(Cost(26)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cost(pub u16);

impl Cost {
    /// Above every step.
    pub const NEVER: Cost = Cost(u16::MAX);

    /// The cost as a number: 2.6.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 10.0
    }

    /// The cost of a chain with this base and this number of statements in it, its first and last included: a tenth more for each of 4, 6, 8,
    /// 12, 16, 24, … that the statements between exceed. (Sukaku Explainer's rule: two tenths for each doubling.)
    pub(super) fn of_chain(base: u16, statements: usize) -> Cost {
        let between = statements.saturating_sub(2);
        let (mut threshold, mut added) = (4, 0);
        while between > threshold {
            threshold = if added % 2 == 0 { threshold * 3 / 2 } else { threshold * 4 / 3 };
            added += 1;
        }
        Cost(base + added)
    }

    /// The most statements of a chain with that base that costs no more than `most`; none if every one does.
    pub(super) fn most_statements(base: u16, most: Cost) -> usize {
        let Some(more) = most.0.checked_sub(base) else { return 0 };
        // Each two thresholds double; no chain is as long as this.
        let (mut threshold, mut added) = (4_usize, 0);
        while added < more && threshold < 1 << 40 {
            threshold = if added % 2 == 0 { threshold * 3 / 2 } else { threshold * 4 / 3 };
            added += 1;
        }
        threshold + 2
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

impl FromStr for Cost {
    type Err = String;

    /// Reads a number with at most one decimal: `4`, `4.2`.
    fn from_str(text: &str) -> Result<Cost, String> {
        let wrong = || format!("expected a cost such as 4.2, found \"{text}\"");
        let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(tenths) || tenths.len() != 1 {
            return Err(wrong());
        }
        let tenths = format!("{whole}{tenths}").parse::<u16>().map_err(|_| wrong())?;
        Ok(Cost(tenths))
    }
}
