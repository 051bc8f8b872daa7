//! Unions of sets of integers, as ranges.

/// The union of ranges, as ranges that do not touch, in ascending order.
pub(super) fn union(ranges: &mut [(i32, i32)]) -> Vec<(i32, i32)> {
    ranges.sort_unstable();
    let mut union: Vec<(i32, i32)> = Vec::new();
    for &(low, high) in &*ranges {
        match union.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => union.push((low, high)),
        }
    }
    union
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined() {
        assert_eq!(union(&mut [(5, 7), (1, 2), (3, 3), (9, 9), (6, 8)]), [(1, 3), (5, 9)]);
        assert_eq!(union(&mut [(i32::MIN, 0), (2, i32::MAX), (7, i32::MAX)]), [(i32::MIN, 0), (2, i32::MAX)]);
    }
}
