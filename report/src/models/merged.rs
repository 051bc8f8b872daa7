//! Detection of variables that MiniZinc's compiler merges where it keeps paths.
//!
//! With `--keep-paths` it takes variables that it introduces at one place of the model to be the same. The elements of an array that are
//! changed together, `sum(h)/3` to floating-point numbers, `regular(a, "0* 1")` to states, are introduced at one place: each change has
//! the same result then, so that all elements are equal. That is another model. It has fewer variables, or fewer constraints of a kind,
//! than what is compiled without paths, which is compared.

use std::collections::BTreeMap;

/// Whether the first text, with paths, has fewer variables or constraints of a kind than the second one, without.
pub(super) fn has_merged(with_paths: &str, without: &str) -> bool {
    let counts = counts(with_paths);
    self::counts(without).into_iter().any(|(kind, number)| counts.get(kind).is_none_or(|&kept| kept < number))
}

/// How many there are of each kind of constraint, and how many variables that are not other ones.
fn counts(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in text.lines() {
        let kind = match line.strip_prefix("constraint ") {
            Some(constraint) => constraint.split('(').next().unwrap_or_default(),
            None if line.starts_with("var ") && !line.contains(" = ") => "var",
            None => continue,
        };
        *counts.entry(kind).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_of_a_kind_are_merged() {
        let without = "var 0..3: x;\nvar 0..3: y;\nconstraint p(x,1);\nconstraint p(y,1);\n";
        assert!(!has_merged(without, without));
        let merged = "var 0..3: x;\nvar 0..3: y = x;\nconstraint p(x,1);\nconstraint p(y,1);\n";
        assert!(has_merged(merged, without) && !has_merged(without, merged));
        let fewer = "var 0..3: x;\nvar 0..3: y;\nconstraint p(x,1);\nconstraint q(y,1);\n";
        assert!(has_merged(fewer, without));
    }
}
