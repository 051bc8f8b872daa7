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

/// Of each pair of programs: the lines that the head of their table says, and those that they have.
fn lines(page: &str) -> Vec<[[usize; 2]; 2]> {
    let said = page.lines().filter(|line| line.starts_with("<tr><th>")).map(|line| {
        let numbers = line.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
        numbers.collect::<Vec<usize>>()
    });
    let programs = page.split("```").skip(1).step_by(2).map(|program| {
        let lines = program.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with("# "));
        lines.count()
    });
    let programs: Vec<usize> = programs.collect();
    said.zip(programs.chunks(2)).map(|(said, have)| [[said[0], said[1]], [have[0], have[1]]]).collect()
}

#[test]
fn ours_is_no_longer() {
    let pairs = lines(include_str!("../../docs/side-by-side.md"));
    assert!(pairs.len() > 1, "{pairs:?}");
    for [said, have] in pairs {
        assert_eq!(said, have);
        assert!(have[1] <= have[0], "{have:?}");
    }
}

#[test]
fn this_test_can_fail() {
    let pair =
        "<tr><th>A: 1 lines</th><th>B: 3 lines</th></tr>\n```python\nx\n```\n```rust\nx\n\n# y\nz\n```\n";
    assert_eq!(lines(pair), [[[1, 3], [1, 2]]]);
    let page = "| a | b | ours |\n|---|---|---|\n| `p` | `q` | `old()` |\n\n```rust\nlet x = new();\n```\n";
    assert_eq!(unused(page), (1, vec!["old()"]));
    assert_eq!(unused(&page.replace("new", "old")), (1, vec![]));
}
