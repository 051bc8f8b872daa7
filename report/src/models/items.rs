//! Constraint items of a MiniZinc model: names, texts and positions.

/// A constraint item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The name that the model gives it: `constraint :: "one form" …`.
    pub(crate) name: Option<String>,
    /// What it says, in one line.
    pub(crate) says: String,
    /// Where it begins: its line and its column, from 1.
    pub(crate) begin: (usize, usize),
    /// Where what it says begins.
    pub(crate) place: (usize, usize),
    /// Where it ends.
    end: (usize, usize),
    /// The same in characters of the text: from the first to the one after the last.
    pub(crate) range: (usize, usize),
}

impl Item {
    /// Whether a place is in it.
    pub(crate) fn has(&self, place: (usize, usize)) -> bool {
        self.begin <= place && place <= self.end
    }
}

/// The text of a model, character by character, with what is comment in it.
struct Text {
    letters: Vec<char>,
    /// By character: whether it is in a comment, or in a string.
    is_comment: Vec<bool>,
    is_string: Vec<bool>,
    places: Vec<(usize, usize)>,
}

impl Text {
    fn new(text: &str) -> Text {
        let letters: Vec<char> = text.chars().collect();
        let (mut is_comment, mut is_string) = (vec![false; letters.len()], vec![false; letters.len()]);
        let mut at = 0;
        while at < letters.len() {
            let start = at;
            match (letters[at], letters.get(at + 1)) {
                ('%', _) => {
                    while at < letters.len() && letters[at] != '\n' {
                        at += 1;
                    }
                    is_comment[start..at].fill(true);
                }
                ('/', Some('*')) => {
                    at += 2;
                    while at < letters.len()
                        && !(letters[at] == '/' && letters[at - 1] == '*' && at > start + 2)
                    {
                        at += 1;
                    }
                    at = (at + 1).min(letters.len());
                    is_comment[start..at].fill(true);
                }
                ('"', _) => {
                    at += 1;
                    while at < letters.len() && letters[at] != '"' {
                        at += if letters[at] == '\\' { 2 } else { 1 };
                    }
                    at = (at + 1).min(letters.len());
                    is_string[start..at].fill(true);
                }
                _ => at += 1,
            }
        }
        let (mut line, mut column) = (1, 1);
        let places = letters.iter().map(|&letter| {
            let place = (line, column);
            (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
            place
        });
        let places = places.collect();
        Text { letters, is_comment, is_string, places }
    }

    /// The next character from `at` on that is neither blank nor in a comment.
    fn visible(&self, at: usize, end: usize) -> usize {
        (at..end).find(|&at| !self.letters[at].is_whitespace() && !self.is_comment[at]).unwrap_or(end)
    }

    /// A part in one line, without comments.
    fn line(&self, from: usize, to: usize) -> String {
        let letters = (from..to).map(|at| if self.is_comment[at] { ' ' } else { self.letters[at] });
        letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn begins(&self, at: usize, word: &str) -> bool {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        self.letters[at..].iter().take(word.len()).copied().eq(word.chars())
            && !self.letters.get(at + word.len()).copied().is_some_and(is_name)
    }

    fn item(&self, from: usize, to: usize) -> Option<Item> {
        const WORD: &str = "constraint";
        if !self.begins(from, WORD) {
            return None;
        }
        let mut at = self.visible(from + WORD.len(), to);
        let mut name = None;
        while at + 1 < to && self.letters[at] == ':' && self.letters[at + 1] == ':' {
            let begin = self.visible(at + 2, to);
            if begin == to || !self.is_string[begin] {
                break;
            }
            let end = (begin + 1..to).find(|&at| !self.is_string[at]).unwrap_or(to);
            let text: String = self.letters[begin + 1..end - 1].iter().collect();
            name = name.or_else(|| Some(text.replace("\\\"", "\"")));
            at = self.visible(end, to);
        }
        let place = *self.places.get(at)?;
        let (begin, end) = (self.places[from], self.places[to - 1]);
        Some(Item { name, says: self.line(at, to), begin, place, end, range: (from, to) })
    }
}

/// The constraint items of a text.
pub(crate) fn of(text: &str) -> Vec<Item> {
    let text = Text::new(text);
    let mut items = Vec::new();
    let mut from = 0;
    let ends = (0..text.letters.len())
        .filter(|&at| text.letters[at] == ';' && !text.is_comment[at] && !text.is_string[at]);
    for end in ends.chain([text.letters.len()]) {
        let begin = text.visible(from, end);
        // What is between the braces of a `let` begins with no item of its own.
        if begin < end && is_balanced(&text, begin, end) {
            items.extend(text.item(begin, end));
            from = end + 1;
        }
    }
    items
}

/// Whether every brace and parenthesis of a part is closed in it.
fn is_balanced(text: &Text, from: usize, to: usize) -> bool {
    let plain = (from..to).filter(|&at| !text.is_comment[at] && !text.is_string[at]);
    let depth = plain.map(|at| match text.letters[at] {
        '(' | '{' | '[' => 1,
        ')' | '}' | ']' => -1,
        _ => 0,
    });
    depth.sum::<i32>() <= 0
}

/// The text without some of its items, where everything else stands as it stood.
pub(crate) fn without(text: &str, items: &[&Item]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for item in items {
        let (from, to) = item.range;
        // With the semicolon behind it, if there is one.
        let to = (to + 1).min(letters.len());
        letters[from..to].iter_mut().filter(|letter| **letter != '\n').for_each(|letter| *letter = ' ');
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "% constraint no;\nvar 1..3: x; constraint :: \"a; b\" x > 1 /* ; */\n  /\\ x < 3;\n\
        constraint let { var int: y = 1; constraint y > 0 } in y < x; solve satisfy";

    #[test]
    fn items_are_found_beside_comments_strings_and_lets() {
        let items = of(TEXT);
        let says: Vec<&str> = items.iter().map(|item| item.says.as_str()).collect();
        assert_eq!(says, ["x > 1 /\\ x < 3", "let { var int: y = 1; constraint y > 0 } in y < x"]);
        assert_eq!(items[0].name.as_deref(), Some("a; b"));
        assert_eq!((items[0].begin, items[0].place), ((2, 14), (2, 35)));
        assert!(items[0].has((3, 5)) && !items[0].has((4, 1)) && items[1].has((4, 20)));
    }

    #[test]
    fn what_is_left_stands_where_it_stood() {
        let items = of(TEXT);
        let text = without(TEXT, &[&items[0]]);
        assert_eq!(of(&text), [items[1].clone()], "{text}");
    }
}
