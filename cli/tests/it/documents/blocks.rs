//! Pages, their fenced blocks, code spans and links.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the program is a folder of it")
}

/// A page of the documentation.
pub(crate) struct Page {
    /// From the root of the repository.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// A fenced block.
pub(crate) struct Block<'a> {
    /// From 1, that of the fence.
    pub(crate) line: usize,
    /// What follows the fence, as in `rust,ignore`.
    pub(crate) language: &'a str,
    pub(crate) text: String,
    /// The text of the page before it.
    pub(crate) before: &'a str,
}

/// All pages, in a fixed order.
pub(crate) fn pages() -> Vec<Page> {
    let docs = fs::read_dir(root().join("docs")).expect("there is a folder");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut paths: Vec<PathBuf> = docs.chain(top).filter(is_page).collect();
    paths.sort();
    let page = |path: PathBuf| Page {
        name: path.strip_prefix(root()).expect("it is there").to_str().expect("UTF-8").to_owned(),
        text: fs::read_to_string(&path).expect("UTF-8"),
    };
    paths.into_iter().map(page).collect()
}

impl Page {
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks: Vec<Block<'_>> = Vec::new();
        let (mut is_open, mut start) = (false, 0);
        for (number, line) in self.text.lines().enumerate() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                is_open = !is_open;
                if is_open {
                    let before = &self.text[..start];
                    blocks.push(Block { line: number + 1, language, text: String::new(), before });
                }
            } else if let Some(block) = blocks.last_mut().filter(|_| is_open) {
                block.text += line;
                block.text.push('\n');
            }
            start += line.len() + 1;
        }
        assert!(!is_open, "{}: a block without an end", self.name);
        blocks
    }

    /// The text outside of fenced blocks.
    pub(crate) fn prose(&self) -> String {
        self.text.split("```").step_by(2).collect()
    }

    /// The code spans of the text.
    pub(crate) fn spans(&self) -> Vec<String> {
        self.prose().split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// The targets of its links and pictures.
    pub(crate) fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let pictures = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
        links.chain(pictures).map(str::to_owned).collect()
    }

    /// The anchors of its headings, as GitHub makes them.
    pub(crate) fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter_map(|line| line.strip_prefix('#'));
        let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
        let anchor = |heading: &str| {
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            text.chars().filter(kept).collect::<String>().replace(' ', "-")
        };
        headings.map(anchor).collect()
    }
}

impl Block<'_> {
    /// The last code span before the block.
    pub(crate) fn named_before(&self) -> Option<&str> {
        self.before.trim_end().rsplit('`').nth(1)
    }

    /// The commands, each with what is shown after it.
    pub(crate) fn commands(&self) -> Vec<(String, String)> {
        let mut commands: Vec<(String, String)> = Vec::new();
        for line in self.text.lines() {
            let command = if self.language == "sh" { Some(line) } else { line.strip_prefix("$ ") };
            if let Some(command) = command {
                commands.push((command.to_owned(), String::new()));
            } else {
                let (_, shown) = commands.last_mut().expect("a block of commands begins with one");
                *shown += line;
                shown.push('\n');
            }
        }
        commands
    }
}

/// Whether `text` is what is `shown`, where `…` stands for anything in a line, and a line `…` for any lines.
pub(crate) fn matches(shown: &str, text: &str) -> bool {
    fn lines(shown: &[&str], text: &[&str]) -> bool {
        match shown.split_first() {
            None => text.is_empty(),
            Some((&"…", rest)) => (0..=text.len()).any(|skipped| lines(rest, &text[skipped..])),
            Some((first, rest)) => text.split_first().is_some_and(|(line, text)| {
                parts(&first.split('…').collect::<Vec<_>>(), line) && lines(rest, text)
            }),
        }
    }
    fn parts(shown: &[&str], line: &str) -> bool {
        let [first, between @ .., last] = shown else { return shown == [line] };
        let Some(mut rest) = line.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
            return false;
        };
        between.iter().all(|part| {
            let found = rest.find(part);
            rest = found.map_or("", |at| &rest[at + part.len()..]);
            found.is_some()
        })
    }
    let [shown, text] =
        [shown, text].map(|text| text.trim_end().lines().map(str::trim_end).collect::<Vec<_>>());
    lines(&shown, &text)
}

#[test]
fn what_varies_is_left_out() {
    for (shown, text) in [
        ("a\nb\n", "a\nb"),
        ("a … s, …", "a 0.5 s, and more"),
        ("a\n…\nd", "a\nb\nc\nd"),
        ("a\n…", "a"),
        ("{\"x\":…,\"y\":…}", "{\"x\":1,\"y\":2}"),
    ] {
        assert!(matches(shown, text), "{shown}: {text}");
    }
    for (shown, text) in [
        ("a", "a\nb"),
        ("a\nb", "a"),
        ("a …", "b 1"),
        ("a … a", "a a"),
        ("a\n…\nd", "a\nb"),
        ("", "a"),
        ("a", ""),
    ] {
        assert!(!matches(shown, text), "{shown}: {text}");
    }
}

#[test]
fn blocks_and_anchors_are_found() {
    let text = "# A `b`: c\n\n`f.rs`:\n\n```console\n$ a\n1\n$ b\n```\n\n[x](y.md#z)\n";
    let page = Page { name: "x".to_owned(), text: text.to_owned() };
    let blocks = page.blocks();
    assert_eq!((blocks.len(), blocks[0].line, blocks[0].language), (1, 5, "console"));
    assert_eq!(blocks[0].named_before(), Some("f.rs"));
    let commands = [("a", "1\n"), ("b", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(blocks[0].commands(), commands);
    assert_eq!((page.anchors(), page.links()), (vec!["a-b-c".to_owned()], vec!["y.md#z".to_owned()]));
}
