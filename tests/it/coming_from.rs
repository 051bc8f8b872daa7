//! Promise: what the page for those who come from other solvers names of residua is used in its programs, which are run.

/// What stands in backquotes.
fn spans(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Of each row of the tables whose last column is residua's, the names in that column that the next program does not use.
fn unused(page: &str) -> (usize, Vec<&str>) {
    let mut checked = 0;
    let mut unused = Vec::new();
    let mut waiting: Vec<&str> = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 1 {
            checked += waiting.len();
            unused.extend(waiting.drain(..).filter(|name| !part.contains(name)));
            continue;
        }
        let rows = part.lines().filter(|line| line.starts_with('|'));
        let cells = rows.map(|row| row.trim_matches('|').split('|').collect::<Vec<_>>());
        waiting.extend(cells.filter(|cells| cells.len() == 3).flat_map(|cells| spans(cells[2])));
    }
    unused.extend(waiting);
    (checked, unused)
}

#[test]
fn every_name_is_used() {
    let (checked, unused) = unused(include_str!("../../docs/coming-from.md"));
    assert!(unused.is_empty(), "{unused:#?}");
    assert!(checked > 40, "{checked}");
}

#[test]
fn this_test_can_fail() {
    let page = "| a | b | ours |\n|---|---|---|\n| `p` | `q` | `old()` |\n\n```rust\nlet x = new();\n```\n";
    assert_eq!(unused(page), (1, vec!["old()"]));
    assert_eq!(unused(&page.replace("new", "old")), (1, vec![]));
}
