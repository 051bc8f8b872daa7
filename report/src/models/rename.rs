//! Words of a text in place of others.

use std::collections::BTreeMap;

/// The text with other names for some of its names; those in strings stay, unless `in_strings`.
pub(crate) fn renamed(text: &str, names: &BTreeMap<String, String>, in_strings: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_string = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let length = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length.max(first.len_utf8()));
        is_string ^= first == '"';
        let name = names.get(word).filter(|_| in_strings || !is_string);
        out.push_str(name.map_or(word, String::as_str));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_replaced() {
        let names = BTreeMap::from([("a".to_owned(), "'b c'".to_owned())]);
        assert_eq!(renamed("a(aa,a) :: \"a\" a_", &names, false), "'b c'(aa,'b c') :: \"a\" a_");
        assert_eq!(renamed("\"a\"", &names, true), "\"'b c'\"");
    }
}
