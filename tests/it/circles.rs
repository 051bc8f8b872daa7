//! Promise: files do not import each other in large circles.
//!
//! A name is followed through re-exports to the file that defines it. Tests inside of files do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::samples::root;

/// The source folders of the crates, with the size of the largest circle that is allowed there. That of `src` is the engine, which is one
/// type in six files.
const LARGEST: &[(&str, &[usize])] = &[
    ("src", &[6]),
    ("dense/src", &[]),
    ("encode/src", &[]),
    ("flatzinc/src", &[]),
    ("sudoku/src", &[]),
    ("variant/src", &[]),
    ("report/src", &[]),
    ("cli/src", &[]),
];

/// Circles of this size are allowed everywhere.
const SMALL: usize = 4;

/// A module, by its names from the root of its crate.
type Module = Vec<String>;

/// The modules of a crate that are files: of each, what it imports, and what it passes on by name.
#[derive(Default)]
struct Files {
    imports: BTreeMap<Module, Vec<Module>>,
    passed_on: BTreeMap<Module, BTreeMap<String, Module>>,
}

impl Files {
    fn read(dir: &Path, at: &Module, files: &mut Files) {
        for path in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name in UTF-8").to_owned();
            let module = if matches!(&name[..], "mod" | "lib" | "main") {
                at.clone()
            } else {
                [at, &[name][..]].concat()
            };
            if path.is_dir() {
                Files::read(&path, &module, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.add(module, &fs::read_to_string(&path).expect("source in UTF-8"));
            }
        }
    }

    fn add(&mut self, module: Module, text: &str) {
        let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let text: String = lines.collect::<Vec<_>>().join(" ");
        let (mut imports, mut passed_on) = (Vec::new(), BTreeMap::new());
        for statement in text.split(';') {
            let Some((before, tree)) = statement.rsplit_once("use crate::") else { continue };
            let mut leaves = Vec::new();
            expand(Vec::new(), tree.trim(), &mut leaves);
            if before.trim_end().ends_with(')') || before.trim_end().ends_with("pub") {
                passed_on.extend(leaves.into_iter().filter_map(|leaf| Some((leaf.last()?.clone(), leaf))));
            } else {
                imports.extend(leaves);
            }
        }
        self.imports.insert(module.clone(), imports);
        self.passed_on.insert(module, passed_on);
    }

    /// The file that defines what the path names.
    fn owner(&self, path: &[String], depth: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|&length| self.imports.contains_key(&path[..length]))?;
        let (module, rest) = path.split_at(length);
        let passed_on = rest.first().and_then(|name| self.passed_on[module].get(name));
        match passed_on.filter(|_| depth < 8) {
            Some(target) => self.owner(&[target, &rest[1..]].concat(), depth + 1),
            None => Some(module.to_vec()),
        }
    }

    /// By file: the other files that it imports from, the root of the crate left out.
    fn edges(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let to = |from: &Module, paths: &[Module]| {
            let owners = paths.iter().filter_map(|path| self.owner(path, 0));
            owners.filter(|owner| !owner.is_empty() && owner != from).collect()
        };
        self.imports.iter().map(|(module, paths)| (module, to(module, paths))).collect()
    }

    /// The sizes of all circles with more than one file, the largest first: of each file, those that it reaches and that reach it.
    fn circles(&self) -> Vec<usize> {
        let edges = self.edges();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            edges.keys().map(|&module| (module, reached(&edges, module))).collect();
        let mut left: BTreeSet<&Module> = edges.keys().copied().collect();
        let mut sizes = Vec::new();
        while let Some(first) = left.pop_first() {
            let circle: Vec<&Module> = left
                .iter()
                .copied()
                .filter(|&other| reached[first].contains(other) && reached[other].contains(first))
                .collect();
            left.retain(|other| !circle.contains(other));
            if !circle.is_empty() {
                sizes.push(circle.len() + 1);
            }
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }
}

/// The leaves of a tree of imports: `a::{b, c::D}` as `a::b` and `a::c::D`.
fn expand(at: Module, tree: &str, leaves: &mut Vec<Module>) {
    let Some((path, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree);
        return leaves.push(at.into_iter().chain(path.split("::").map(str::to_owned)).collect());
    };
    let at: Module =
        at.into_iter().chain(path.split("::").filter(|name| !name.is_empty()).map(str::to_owned)).collect();
    let (mut depth, mut start) = (0, 0);
    let list = list.trim_end().strip_suffix('}').unwrap_or(list);
    for (end, letter) in list.char_indices().chain([(list.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = list[start..end].trim();
                if part == "self" {
                    leaves.push(at.clone());
                } else if !part.is_empty() {
                    expand(at.clone(), part, leaves);
                }
                start = end + 1;
            }
            _ => {}
        }
    }
}

/// All files that can be reached from one.
fn reached<'a>(edges: &'a BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'a Module> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Module> = edges[from].iter().collect();
    while let Some(module) = open.pop() {
        if found.insert(module) {
            open.extend(edges[module].iter());
        }
    }
    found
}

#[test]
fn circles_are_small() {
    for &(source, allowed) in LARGEST {
        let mut files = Files::default();
        Files::read(&root().join(source), &Vec::new(), &mut files);
        assert!(files.imports.len() > 10, "{source}: {}", files.imports.len());
        let large: Vec<usize> = files.circles().into_iter().filter(|&size| size > SMALL).collect();
        assert_eq!(large, allowed, "{source}: files in circles");
    }
}

#[test]
fn this_test_can_fail() {
    let mut files = Files::default();
    let module = |name: &str| vec![name.to_owned()];
    files.add(module("a"), "use crate::b::{C, d::{self, E}};\nuse std::fmt;");
    files.add(module("b"), "pub use crate::c::C;");
    files.add(module("c"), "use crate::a::A; // and no more");
    assert_eq!(files.circles(), [2], "by a name that is passed on");
    files.add(module("c"), "// use crate::a::A;");
    assert_eq!(files.circles(), [0_usize; 0]);
}
