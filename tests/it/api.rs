//! Promise: the public interface of `residua` changes only where a change of `docs/api.txt` says so.
//!
//! The file lists every public item with its signature, by source file: `unreachable_pub` sees to it that `pub` means public. After a
//! change, `RESIDUA_BLESS=1 cargo test -p residua-tests --test it api` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::samples::root;

/// What the lines of a file declare.
#[derive(Default)]
struct Scan {
    items: Vec<String>,
    /// The type or trait whose block this is, and whether all that is in it is public.
    block: Option<(String, bool)>,
    /// A signature that goes on.
    open: Option<String>,
}

impl Scan {
    fn line(&mut self, line: &str) {
        let text = line.trim();
        if text.is_empty() || text.starts_with("//") || text.starts_with("#[") {
            return;
        }
        let depth = line.len() - line.trim_start().len();
        if depth == 0 && text.starts_with('}') {
            self.block = None;
        }
        if let Some(open) = &mut self.open {
            let _ = write!(open, " {text}");
        } else if self.is_public(depth, text) {
            self.open = Some(text.to_owned());
        } else {
            if depth == 0 && text.starts_with("impl") {
                let header = text.trim_end_matches(" {").to_owned();
                self.block = Some((header, false));
            }
            return;
        }
        let is_whole = text.ends_with(['{', ';', '}', ',']) && !self.is_within_brackets();
        if is_whole && let Some(signature) = self.open.take() {
            self.close(depth, &signature);
        }
    }

    fn is_public(&self, depth: usize, text: &str) -> bool {
        let is_declared = text.starts_with("pub ") || text.starts_with("#[macro_export]");
        let in_whole = self.block.as_ref().is_some_and(|(_, whole)| *whole) && depth == 4;
        is_declared || in_whole && !text.starts_with(['}', ')', '{'])
    }

    fn is_within_brackets(&self) -> bool {
        let count = |signs: &[char]| self.open.as_deref().map_or(0, |open| open.matches(signs).count());
        count(&['(', '[']) > count(&[')', ']'])
    }

    fn close(&mut self, depth: usize, signature: &str) {
        let whole = ["pub trait ", "pub enum "].iter().any(|start| signature.starts_with(start));
        let body = signature.trim_end_matches([' ', '{', ';', ',']);
        let shown = body.split_whitespace().collect::<Vec<_>>().join(" ");
        // What a function does, or the value of a constant, is no part of its signature.
        let shown = shown.split(" { ").next().unwrap_or(&shown).to_owned();
        if depth == 0 && signature.ends_with('{') {
            self.block = Some((shown.clone(), whole));
        }
        let within = self.block.as_ref().filter(|_| depth > 0).map(|(header, _)| format!("{header}: "));
        self.items.push(within.unwrap_or_default() + &shown);
    }
}

/// What a source file declares as public.
fn items(text: &str) -> Vec<String> {
    let mut scan = Scan::default();
    for line in text.split("#[cfg(test)]\nmod ").next().unwrap_or(text).lines() {
        scan.line(line);
    }
    scan.items
}

fn list(dir: &Path, out: &mut String) {
    let mut paths: Vec<_> =
        fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            list(&path, out);
            continue;
        }
        let found = items(&fs::read_to_string(&path).expect("source in UTF-8"));
        if !found.is_empty() {
            let name = path.strip_prefix(root()).expect("below the root").display().to_string();
            let _ = writeln!(out, "{}", name.replace('\\', "/"));
            for item in found {
                let _ = writeln!(out, "  {item}");
            }
        }
    }
}

#[test]
fn the_public_interface_is_the_one_that_is_written_down() {
    let mut now = String::new();
    list(&root().join("src"), &mut now);
    let path = root().join("docs/api.txt");
    if std::env::var_os("RESIDUA_BLESS").is_some() {
        fs::write(&path, &now).expect("the file is written");
    }
    let before = fs::read_to_string(&path).unwrap_or_default();
    let only = |one: &str, other: &str| -> Vec<String> {
        let known: std::collections::BTreeSet<&str> = other.lines().collect();
        one.lines().filter(|line| !known.contains(line)).map(str::to_owned).collect()
    };
    let (gone, new) = (only(&before, &now), only(&now, &before));
    assert!(
        gone.is_empty() && new.is_empty(),
        "gone: {gone:#?}\nnew: {new:#?}\nIf that is meant: RESIDUA_BLESS=1 cargo test -p residua-tests --test it api"
    );
}

#[test]
fn this_test_can_fail() {
    let text = "pub struct A {\n    /// B.\n    pub b: u32,\n    c: u32,\n}\n\nimpl A {\n    pub fn d(\n        &self,\n        e: u32,\n    ) -> u32 {\n        \
        self.c\n    }\n\n    fn f() {}\n    pub(crate) fn g() {}\n}\n\npub trait H {\n    fn i(&self) -> u32 {\n        1\n    }\n}\n\npub enum J {\n    K,\n    L(u32),\n}\n";
    let expected = [
        "pub struct A",
        "pub struct A: pub b: u32",
        "impl A: pub fn d( &self, e: u32, ) -> u32",
        "pub trait H",
        "pub trait H: fn i(&self) -> u32",
        "pub enum J",
        "pub enum J: K",
        "pub enum J: L(u32)",
    ];
    assert_eq!(items(text), expected);
}
