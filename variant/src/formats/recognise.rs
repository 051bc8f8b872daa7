//! Recognition of variant puzzles by how a text starts, and their separation where there are several.

/// Whether a text that starts so holds variant puzzles, and not plain ones.
///
/// ```
/// use residua_variant::is_variant;
///
/// assert!(is_variant(".Cage~12~R1C1~R1C2") && is_variant(".X~R1C1~R1C2") && is_variant(".~R1C1_5"));
/// assert!(is_variant("{\"size\": 4, \"grid\": [[{}, {}"));
/// assert!(!is_variant("..1.2...3......."));
/// ```
pub fn is_variant(start: &str) -> bool {
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let is_link = ["https://", "http://", "fpuzzles", "scl", "scf", "ctc", "SumoCueV"];
    if is_link.into_iter().any(|prefix| start.starts_with(prefix)) {
        return true;
    }
    if let Some(rest) = start.strip_prefix('.') {
        let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
        // Of a class in capitals, such as NFA or X, arguments follow.
        return rest[name.len()..].starts_with('~')
            || (name.len() > 1 && name.chars().any(|letter| letter.is_ascii_lowercase()));
    }
    if start.starts_with('{') {
        let has_rows = |member: &str| {
            start.split_once(member).is_some_and(|(_, rest)| {
                let mut rest = rest.chars().filter(|letter| !letter.is_whitespace());
                rest.by_ref().take(3).eq(":[[".chars()) && rest.next() == Some('{')
            })
        };
        // The format may have been forgotten: reading it says so.
        let has = |member: &str| start.contains(member);
        let has_rules = has("\"digits\"") && (has("\"rules\"") || has("\"columns\""));
        let is_own = has_rules || start.contains("\"residua-variant\"");
        return is_own || has_rows("\"grid\"") || has_rows("\"cells\"");
    }
    // Cages in a line, with arrows to the cells with their sums, or as 3x3:d:k:…
    let first = start.lines().next().unwrap_or_default().trim_end();
    let is_sum_or_arrow = |c: char| c.is_ascii_alphanumeric() || "<>^v`',.".contains(c);
    if first.len() == 81 && first.contains('<') && first.contains('^') && first.chars().all(is_sum_or_arrow) {
        return true;
    }
    let mut parts = first.split(':');
    let is_size = parts.next().is_some_and(|size| {
        size.split_once('x')
            .is_some_and(|(rows, columns)| [rows, columns].iter().all(|side| side.parse::<u8>().is_ok()))
    });
    is_size && parts.nth(1) == Some("k")
}

/// The puzzles of a text, each with the line where it begins, from 1: one a line, where each line is a whole object or link; constraint
/// strings, which may go on in further lines, set apart by blank ones; else one.
pub fn split_variants(text: &str) -> Vec<(usize, &str)> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('.') {
        return split_at_blank_lines(text);
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_whole = |line: &str| {
        let line = line.trim().trim_start_matches('\u{feff}');
        let is_object = line.starts_with('{') && line.ends_with('}');
        is_object || (!line.starts_with(['{', '.']) && is_variant(line))
    };
    let each: Vec<(usize, &str)> = lines.collect();
    if each.len() > 1 && each.iter().all(|(_, line)| is_whole(line)) { each } else { vec![(1, text)] }
}

/// The pieces of a text between blank lines, each with the line where it begins.
fn split_at_blank_lines(text: &str) -> Vec<(usize, &str)> {
    let (mut pieces, mut piece, mut at) = (Vec::new(), None, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.trim().is_empty() {
            pieces.extend(piece.take().map(|(first, start)| (first, &text[start..at])));
        } else {
            let _ = piece.get_or_insert((number, at));
        }
        at += line.len();
    }
    pieces.extend(piece.map(|(first, start)| (first, &text[start..])));
    pieces
}
