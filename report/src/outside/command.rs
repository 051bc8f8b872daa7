//! Command line of an external solver, as given by `--with`.

use std::fmt;
use std::str::FromStr;

/// What stands for the file with the clauses.
const FILE: &str = "{}";

/// A program and its arguments. There is no shell between: nothing but quotes and blanks has a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    program: String,
    arguments: Vec<String>,
}

impl Command {
    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// Whether the clauses are given in a file; else they are its standard input.
    pub(super) fn takes_file(&self) -> bool {
        self.arguments.iter().any(|argument| argument.contains(FILE))
    }

    /// The arguments, with the name of that file in them.
    pub(super) fn arguments<'a>(&'a self, file: &'a str) -> impl Iterator<Item = String> + 'a {
        self.arguments.iter().map(|argument| argument.replace(FILE, file))
    }
}

/// The name of the program.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)
    }
}

impl FromStr for Command {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Command, &'static str> {
        let mut words: Vec<String> = Vec::new();
        let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
        for c in text.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '"' | '\'') => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (None, c) if c.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(c),
            }
        }
        if quote.is_some() {
            return Err("unterminated quotation");
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        let program = program.ok_or("expected a program, such as 'cadical -q {}'")?;
        Ok(Command { program, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_separated_by_blanks_that_are_not_quoted() {
        let words = |text: &str| {
            let command: Command = text.parse()?;
            let mut words = vec![command.program().to_owned()];
            words.extend(command.arguments("a b.cnf"));
            Ok::<Vec<String>, &str>(words)
        };
        assert_eq!(words("cadical  -q {}"), Ok(["cadical", "-q", "a b.cnf"].map(str::to_owned).to_vec()));
        let quoted = ["/opt/my sat", "--in=a b.cnf", "", "x\"y$HOME;"].map(str::to_owned).to_vec();
        assert_eq!(words("'/opt/my sat' --in={} \"\" x'\"'y$HOME;"), Ok(quoted));
        for spoilt in ["", "  ", "''", "cadical '{}"] {
            assert!(words(spoilt).is_err(), "{spoilt}");
        }
    }
}
