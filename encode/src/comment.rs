//! Comments in other languages with text of a model.

/// Lines of a comment, each after `mark`, with nothing in them that could end the comment: names are strangers' text.
///
/// Lines are broken at spaces, so that readers with a limit on the length of a line accept them.
pub(super) fn comment(mark: &str, text: &str) -> String {
    const WIDTH: usize = 110;
    let mut lines = String::new();
    let mut width = WIDTH;
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        let added = word.chars().count() + 1;
        if width + added > WIDTH {
            lines += if lines.is_empty() { "" } else { "\n" };
            lines += mark;
            width = mark.len();
        }
        lines.push(' ');
        lines += word;
        width += added;
    }
    lines + "\n"
}
