//! Solution counts as text, in total and by value.

use std::io::{self, Write};

use residua::inspect::{Count, Marginals};
use residua::model::{IntVar, Model};
use residua::search::Limit;
use serde_json::Value;

use crate::words::{came_first, counted};

/// The count in words.
pub(crate) fn describe(count: &Count) -> String {
    let number = count.number();
    let solutions = counted(number, "solution");
    match count {
        Count::Exact(_) => solutions,
        Count::AtLeast(_, Limit::Solutions) => format!("at least {solutions}"),
        Count::AtLeast(_, limit) => format!("at least {solutions}: {}", came_first(*limit)),
    }
}

/// Whether there is surely none.
pub(crate) fn is_zero(count: &Count) -> bool {
    count.is_exact() && count.number().is_zero()
}

/// Values, each with the number of solutions in which something has it.
pub(crate) type Counts = Vec<(Value, Count)>;

/// By variable or term, with its name: the values that it can have, each with the number of solutions in which it has that.
#[derive(Debug)]
pub(crate) struct ByValue(pub(crate) Vec<(String, Counts)>);

impl ByValue {
    /// Of each value of each variable that is to be shown.
    pub(crate) fn of_vars(
        marginals: &Marginals,
        model: &Model,
        is_shown: impl Fn(IntVar, i32, &Count) -> bool,
    ) -> ByValue {
        let of = |var: IntVar| {
            let shown = marginals.of(var).iter().filter(|(value, count)| is_shown(var, *value, count));
            (model.name(var), shown.map(|(value, count)| (Value::from(*value), count.clone())).collect())
        };
        ByValue(model.vars().map(of).collect())
    }

    pub(crate) fn values(&self) -> Vec<Vec<&Value>> {
        self.0.iter().map(|(_, counts)| counts.iter().map(|(value, _)| value).collect()).collect()
    }

    /// The numbers, exact or not, in the order of the values.
    pub(crate) fn numbers(&self) -> Vec<Vec<String>> {
        let number = |(_, count): &(Value, Count)| count.number().to_string();
        self.0.iter().map(|(_, counts)| counts.iter().map(number).collect()).collect()
    }

    /// All numbers.
    pub(crate) fn counts(&self) -> impl Iterator<Item = &Count> {
        self.0.iter().flat_map(|(_, counts)| counts).map(|(_, count)| count)
    }

    pub(crate) fn are_exact(&self) -> bool {
        self.counts().all(Count::is_exact)
    }

    /// A line for each variable, with what it and its values are called.
    pub(crate) fn write(
        &self,
        output: &mut dyn Write,
        is_proved: bool,
        called: impl Fn(&str) -> String,
        word: impl Fn(&str, &Value) -> String,
    ) -> io::Result<()> {
        for (name, counts) in &self.0 {
            write!(output, "  {}", called(name))?;
            for (value, count) in counts {
                let bound = if is_proved && count.is_exact() { "" } else { "at least " };
                write!(output, "  {}: {bound}{}", word(name, value), count.number())?;
            }
            writeln!(output)?;
        }
        Ok(())
    }
}
