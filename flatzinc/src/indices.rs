//! Indices of the elements of an array, from its index sets.

/// The indices of an element of an array with these index sets, with commas between them; `None` if there is no such element.
pub(super) fn place(sets: &[(i64, i64)], at: usize) -> Option<String> {
    let mut rest = i64::try_from(at).ok()?;
    let mut indices: Vec<String> = Vec::with_capacity(sets.len());
    for &(low, high) in sets.iter().rev() {
        let size = high.checked_sub(low)?.checked_add(1).filter(|&size| size > 0)?;
        indices.push((low + rest % size).to_string());
        rest /= size;
    }
    indices.reverse();
    (rest == 0).then(|| indices.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_row_by_row() {
        let places = |sets: &[(i64, i64)]| (0..5).map(|at| place(sets, at)).collect::<Vec<_>>();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(places(&[(1, 3)]), [some("1"), some("2"), some("3"), None, None]);
        assert_eq!(places(&[(0, 1), (1, 2)]), [some("0,1"), some("0,2"), some("1,1"), some("1,2"), None]);
        assert_eq!(places(&[(1, 0)]), [None, None, None, None, None]);
    }
}
