//! Member names of objects, and their meanings.
//!
//! Names differ in capitals and in what joins their words (`createdAt`, `created_at`): only letters and digits count.

use crate::metadata::Field;

/// The meaning of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// The cells.
    Grid,
    /// The box, as rows by columns.
    Box,
    /// The regions in which values differ, which may be the boxes.
    Regions,
    /// The number of rows.
    Size,
    /// Entered digits.
    Entries,
    /// Pencil marks.
    Marks,
    /// The values that cells may have by the puzzle.
    Allowed,
    /// In words, what kind of Sudoku it is: that may be the classic one.
    Kind,
    /// A rule, which applies if it has anything in it.
    Rule,
    /// It carries no rules.
    Plain,
    /// It is part of an answer of `residua`, and follows from the puzzle there.
    Answer,
    /// Anything else.
    Unknown,
}

/// The meaning of a member of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CellRole {
    /// Its value.
    Value,
    /// Whether the value is given, and not entered.
    Given,
    /// Candidates, as somebody has marked them.
    Marks,
    /// All values that it may have, by the puzzle.
    Only,
    /// The number of its region.
    Region,
    /// Its row.
    Row,
    /// Its column.
    Column,
    /// It carries no rules.
    Plain,
    /// Anything else.
    Unknown,
}

const GRIDS: &[&str] = &[
    "givens", "puzzle", "grid", "board", "cells", "sudoku", "quiz", "problem", "mission", "initial", "start",
];

const REGIONS: &[&str] = &["regions", "region", "layout", "boxes", "blocks", "jigsaw", "areas"];

const RULES: &[&str] = &[
    "alldifferent",
    "anticonsecutive",
    "antiking",
    "antiknight",
    "arrow",
    "arrows",
    "betweenline",
    "betweenlines",
    "betweens",
    "boxindexer",
    "cage",
    "cages",
    "clone",
    "clones",
    "columnindexer",
    "constraints",
    "diagonal",
    "diagonals",
    "diff1",
    "difference",
    "differences",
    "disjointgroups",
    "disjointsets",
    "doublearrow",
    "doublearrows",
    "entropicline",
    "even",
    "extraregion",
    "extraregions",
    "fogofwar",
    "global",
    "greater",
    "inequalities",
    "killer",
    "killercage",
    "killercages",
    "kropki",
    "littlekiller",
    "littlekillersum",
    "lockout",
    "maximum",
    "minimum",
    "modularline",
    "nabner",
    "negative",
    "nonconsecutive",
    "odd",
    "palindrome",
    "palindromes",
    "quads",
    "quadruple",
    "quadruples",
    "ratio",
    "ratio2",
    "ratios",
    "regionsumline",
    "regionsumlines",
    "renban",
    "renbans",
    "rowindexer",
    "sandwich",
    "sandwiches",
    "sandwichsum",
    "skyscraper",
    "slowthermometer",
    "strictkropki",
    "strictxv",
    "sum10",
    "sum5",
    "sums",
    "thermo",
    "thermometer",
    "thermometers",
    "thermos",
    "whispers",
    "windoku",
    "xsum",
    "xsums",
    "xv",
    "zipperline",
    "zipperlines",
];

const PLAIN: &[&str] = &[
    "id",
    "uuid",
    "key",
    "name",
    "title",
    "author",
    "authors",
    "setter",
    "setters",
    "creator",
    "by",
    "source",
    "src",
    "origin",
    "url",
    "link",
    "href",
    "date",
    "day",
    "created",
    "createdat",
    "updated",
    "updatedat",
    "published",
    "publishedat",
    "time",
    "timestamp",
    "version",
    "app",
    "lang",
    "language",
    "license",
    "licence",
    "copyright",
    "description",
    "comment",
    "comments",
    "collection",
    "set",
    "series",
    "book",
    "page",
    "tags",
    "difficulty",
    "level",
    "rating",
    "ratings",
    "rated",
    "score",
    "stars",
    "step",
    "rank",
    "grade",
    "se",
    "er",
    "ep",
    "ed",
    "hodoku",
    "cluecount",
    "numclues",
    "clues",
    "empty",
    "symmetry",
    "seed",
    "index",
    "number",
    "no",
    "nr",
    "status",
    "solution",
    "solutions",
    "solved",
    "unique",
    "isunique",
    "valid",
    "union",
    "seconds",
    "oracleseconds",
    "file",
    "line",
    "hints",
    "highlightconflicts",
    "thumbnail",
    "image",
    "votes",
    "likes",
    "plays",
];

const ANSWER: &[&str] = &[
    "aliases",
    "all",
    "answer",
    "atleast",
    "backbone",
    "candidates",
    "column",
    "completion",
    "completionatleast",
    "components",
    "conflict",
    "conflictisminimal",
    "conflicts",
    "correction",
    "correctionatleast",
    "count",
    "countisexact",
    "counts",
    "countsareexact",
    "cut",
    "decisions",
    "differ",
    "differisleast",
    "domains",
    "doubts",
    "failures",
    "lines",
    "minimal",
    "nearest",
    "nearestsolutions",
    "pattern",
    "propagations",
    "question",
    "reason",
    "redundant",
    "residual",
    "searches",
    "single",
    "states",
    "stopped",
    "strength",
    "tries",
    "trust",
    "verdict",
    "witnesses",
];

/// What only an answer of `residua` has.
const MARKS_OF_ANSWERS: &[&str] = &["verdict", "question", "tries"];

/// The letters and digits of a name, in lower case.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether an object with such a member is an answer of `residua`.
pub(super) fn is_of_answer(name: &str) -> bool {
    MARKS_OF_ANSWERS.contains(&name)
}

/// Whether a member with such a name is a rule of its own, or says where regions are: so may be a column of a table.
pub(crate) fn names_rule(name: &str) -> bool {
    matches!(role(name, false), Role::Rule | Role::Regions)
}

/// Whether a column of a table with such a name, perhaps in the plural, has grids.
pub(crate) fn names_grid(name: &str) -> bool {
    let bare = bare(name);
    let is_one = |name: &str| GRIDS.contains(&name);
    is_one(&bare) || is_one(bare.trim_end_matches('s')) || matches!(&*bare, "quizzes" | "question")
}

/// Whether an object that begins with such a member is a cell.
pub(super) fn is_of_cell(name: &str) -> bool {
    !matches!(cell_role(name), CellRole::Unknown | CellRole::Plain)
}

/// The meaning of the member of this name, in an answer of `residua` or in another object.
pub(super) fn role(name: &str, is_answer: bool) -> Role {
    let bare = bare(name);
    let is_in = |names: &[&str]| names.contains(&&*bare);
    match &*bare {
        "box" => Role::Box,
        "size" | "n" => Role::Size,
        "entries" => Role::Entries,
        "marks" => Role::Marks,
        "allowed" => Role::Allowed,
        "type" | "types" | "kind" | "variant" | "variants" | "rules" | "ruleset" | "mode" => Role::Kind,
        _ if is_in(GRIDS) => Role::Grid,
        _ if is_in(REGIONS) => Role::Regions,
        _ if is_in(PLAIN) => Role::Plain,
        _ if is_answer && is_in(ANSWER) => Role::Answer,
        _ if is_in(RULES) => Role::Rule,
        _ => Role::Unknown,
    }
}

/// The meaning of the member of this name in a cell.
pub(super) fn cell_role(name: &str) -> CellRole {
    match &*bare(name) {
        "value" | "val" | "v" | "digit" | "num" | "number" => CellRole::Value,
        "given" | "isgiven" | "fixed" | "isfixed" | "locked" | "readonly" | "prefilled" => CellRole::Given,
        "centerpencilmarks" | "centrepencilmarks" | "centermarks" | "centremarks" | "pencilmarks"
        | "candidates" | "marks" => CellRole::Marks,
        "givenpencilmarks" => CellRole::Only,
        "region" | "box" | "block" => CellRole::Region,
        "row" => CellRole::Row,
        "col" | "column" => CellRole::Column,
        "c" | "color" | "colors" | "colour" | "colours" | "highlight" | "highlightc"
        | "highlightoverride" | "selected" | "cornerpencilmarks" | "cornermarks" | "id" | "solution"
        | "iserror" | "error" => CellRole::Plain,
        _ => CellRole::Unknown,
    }
}

/// What a member of this name says about the puzzle, if it carries no rules and has a place in other formats.
pub(super) fn field(name: &str) -> Option<Field> {
    Some(match &*bare(name) {
        "title" | "name" => Field::Title,
        "author" | "authors" | "setter" | "setters" | "creator" | "by" => Field::Author,
        "description" => Field::Description,
        "comment" | "comments" => Field::Comment,
        "date" | "published" | "publishedat" | "created" | "createdat" => Field::Date,
        "source" | "src" | "origin" | "collection" | "book" => Field::Source,
        "level" | "difficulty" | "rating" => Field::Level,
        "url" | "link" | "href" => Field::Url,
        "step" => Field::Step,
        _ => return None,
    })
}

/// Whether these are words for the classic Sudoku, or none.
pub(super) fn is_classic(words: &str) -> bool {
    matches!(
        &*bare(words),
        "" | "classic"
            | "classicsudoku"
            | "sudoku"
            | "standard"
            | "standardsudoku"
            | "normal"
            | "normalsudoku"
            | "regular"
            | "normalsudokurulesapply"
    )
}
