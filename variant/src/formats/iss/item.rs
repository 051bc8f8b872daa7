//! A constraint string as items: `.Class~argument~argument`, some of which enclose others, up to `.End`.

use residua_sudoku::{ParseError, ParseErrorKind};

/// A part of a text with its place: line and column.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) at: (usize, usize),
}

/// A class with its arguments, and the items that it encloses.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) class: Word,
    pub(super) args: Vec<Word>,
    pub(super) inner: Vec<Item>,
}

/// A character that is no white space, and its place.
pub(super) type Placed = (char, (usize, usize));

/// Items inside of each other; people need two.
const MAX_DEPTH: usize = 24;

impl Word {
    pub(super) fn unfit(&self, what: impl Into<String>) -> ParseError {
        let found = format!("'{}'", self.text.chars().take(30).collect::<String>().escape_debug());
        ParseError::new(ParseErrorKind::Symbol, self.at, what, found)
    }

    pub(super) fn integer(&self, what: &str) -> Result<i64, ParseError> {
        self.text.parse().map_err(|_| self.unfit(what))
    }
}

impl Item {
    /// An item that no text has in this form.
    pub(super) fn made(class: &str, args: Vec<String>, at: (usize, usize)) -> Item {
        let args = args.into_iter().map(|text| Word { text, at }).collect();
        Item { class: Word { text: class.to_owned(), at }, args, inner: Vec::new() }
    }

    /// The error that a class is none that is understood.
    pub(super) fn unknown(&self) -> ParseError {
        let class = self.class.text.chars().take(40).collect::<String>();
        let found = format!("the class {}", class.escape_debug());
        ParseError::new(
            ParseErrorKind::NotUnderstood,
            self.class.at,
            "a class of constraints that is known",
            found,
        )
    }
}

/// Whether items of this class enclose others.
pub(super) fn encloses(class: &str) -> bool {
    matches!(class, "Or" | "And" | "Replicate")
}

/// The items of a text without white space, which starts with a point.
pub(super) fn items(text: &[Placed]) -> Result<Vec<Item>, ParseError> {
    // The items that are open, each with those that it encloses so far; at the bottom those that none encloses.
    let mut open: Vec<Item> = vec![Item::made("", Vec::new(), (1, 1))];
    let mut parts = text.split(|(c, _)| *c == '.');
    if let Some(&(c, at)) = parts.next().and_then(<[Placed]>::first) {
        let found = format!("'{}'", c.escape_debug());
        return Err(ParseError::new(
            ParseErrorKind::Syntax,
            at,
            "a constraint, which starts with a point",
            found,
        ));
    }
    let points: Vec<(usize, usize)> = text.iter().filter(|(c, _)| *c == '.').map(|(_, at)| *at).collect();
    for (part, point) in parts.zip(points) {
        let mut words = part.split(|(c, _)| *c == '~').map(|word| Word {
            text: word.iter().map(|(c, _)| c).collect(),
            at: word.first().map_or(point, |(_, at)| *at),
        });
        let class = words.next().unwrap_or(Word { text: String::new(), at: point });
        let item = Item { class, args: words.collect(), inner: Vec::new() };
        if item.class.text == "End" {
            let done = open.pop().filter(|_| !open.is_empty());
            let done = done.ok_or_else(|| item.class.unfit("the end of something that is open"))?;
            inner_of(&mut open).push(done);
        } else if encloses(&item.class.text) {
            if open.len() > MAX_DEPTH {
                return Err(item
                    .class
                    .unfit(format!("at most {MAX_DEPTH} constraints inside of each other")));
            }
            open.push(item);
        } else {
            inner_of(&mut open).push(item);
        }
    }
    match open.pop() {
        Some(whole) if open.is_empty() => Ok(whole.inner),
        Some(item) => Err(item.class.unfit(".End behind this")),
        None => Ok(Vec::new()),
    }
}

fn inner_of(open: &mut [Item]) -> &mut Vec<Item> {
    &mut open.last_mut().expect("invariant: the bottom is never taken").inner
}
