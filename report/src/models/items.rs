//! Items of a MiniZinc model that say something: constraints, and declarations of variables with a value; their names, texts and positions.

use crate::models::letters::Text;
use crate::models::path::Place;

/// A constraint item, or a declaration of a variable with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The name that the model gives it: `constraint :: "one form" …`.
    pub(crate) name: Option<String>,
    /// What it says, in one line.
    pub(crate) says: String,
    /// Where it begins.
    pub(crate) begin: Place,
    /// Where what it says begins.
    pub(crate) place: Place,
    /// Where it ends.
    end: Place,
    /// What is taken away with what it says: of a declaration its value. In characters of the text, from the first to the one after the last.
    pub(crate) range: (usize, usize),
    /// What it declares, and of which type; of a constraint, nothing.
    pub(crate) declares: Option<Declared>,
}

/// What an item declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) name: String,
    /// Its type, as it is written: `array[S] of var int`.
    pub(crate) kind: String,
}

impl Item {
    /// Whether a place is in it.
    pub(crate) fn has(&self, place: Place) -> bool {
        self.begin <= place && place <= self.end
    }
}

fn constraint(text: &Text, from: usize, to: usize) -> Option<Item> {
    const WORD: &str = "constraint";
    if !text.begins(from, WORD) {
        return None;
    }
    let mut at = text.visible(from + WORD.len(), to);
    let mut name = None;
    while at + 1 < to && text.letters[at] == ':' && text.letters[at + 1] == ':' {
        let begin = text.visible(at + 2, to);
        if begin == to || !text.is_string[begin] {
            break;
        }
        let end = (begin + 1..to).find(|&at| !text.is_string[at]).unwrap_or(to);
        let label: String = text.letters[begin + 1..end - 1].iter().collect();
        name = name.or_else(|| Some(label.replace("\\\"", "\"")));
        at = text.visible(end, to);
    }
    let place = *text.places.get(at)?;
    let (begin, end) = (text.places[from], text.places[to - 1]);
    // With the semicolon behind it, if there is one.
    let range = (from, (to + 1).min(text.letters.len()));
    Some(Item { name, says: text.line(at, to), begin, place, end, range, declares: None })
}

/// `var 0..1: u = f(x)`, or an array of variables with a value.
fn declaration(text: &Text, from: usize, to: usize) -> Option<Item> {
    let is = |at: usize, sign: char| text.letters.get(at) == Some(&sign);
    let colon = text.outside(from, to, |at| is(at, ':'))?;
    let kind = text.line(from, colon);
    let is_var =
        kind.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == "var");
    let begin = text.visible(colon + 1, to);
    let name = text.word(begin);
    let after = text.visible(begin + name.len(), to);
    if !is_var || name.is_empty() || !(is(after, '=') || is(after, ':')) {
        return None;
    }
    let is_equals = |at: usize| is(at, '=') && !is(at + 1, '=') && !"<>!=".contains(text.letters[at - 1]);
    let value = text.outside(after, to, is_equals)?;
    Some(Item {
        name: None,
        says: text.line(from, to),
        begin: text.places[from],
        place: text.places[from],
        end: text.places[to - 1],
        range: (value, to),
        declares: Some(Declared { name, kind }),
    })
}

/// The constraint items of a text.
pub(crate) fn constraints(text: &Text) -> Vec<Item> {
    text.items().into_iter().filter_map(|(from, to)| constraint(text, from, to)).collect()
}

/// The declarations of variables with a value.
pub(crate) fn declarations(text: &Text) -> Vec<Item> {
    text.items().into_iter().filter_map(|(from, to)| declaration(text, from, to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "% constraint no;\nvar 1..3: x; constraint :: \"a; b\" x > 1 /* ; */\n  /\\ x < 3;\n\
        constraint let { var int: y = 1; constraint y > 0 } in y < x; solve satisfy";

    #[test]
    fn items_are_found_beside_comments_strings_and_lets() {
        let items = constraints(&Text::new(TEXT));
        let says: Vec<&str> = items.iter().map(|item| item.says.as_str()).collect();
        assert_eq!(says, ["x > 1 /\\ x < 3", "let { var int: y = 1; constraint y > 0 } in y < x"]);
        assert_eq!(items[0].name.as_deref(), Some("a; b"));
        assert_eq!((items[0].begin, items[0].place), ((2, 14), (2, 35)));
        assert!(items[0].has((3, 5)) && !items[0].has((4, 1)) && items[1].has((4, 20)));
    }

    #[test]
    fn declarations_with_a_value_are_found() {
        let text = "int: n = 3; var 0..n: y; var 0..1: u :: output = y <= 2 + n; array[1..2] of var int: a = [y, u];\n\
            function var int: f(var int: x) = x; predicate p(var int: z) = z = 1; constraint y = 2";
        let found = declarations(&Text::new(text));
        let names: Vec<_> = found.iter().filter_map(|item| item.declares.as_ref()).collect();
        let told: Vec<_> = names.iter().map(|of| (of.name.as_str(), of.kind.as_str())).collect();
        assert_eq!(told, [("u", "var 0..1"), ("a", "array[1..2] of var int")]);
        let letters: Vec<char> = text.chars().collect();
        let value: String = letters[found[0].range.0..found[0].range.1].iter().collect();
        assert_eq!(value, "= y <= 2 + n");
    }
}
