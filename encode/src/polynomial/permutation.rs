//! Power sums that determine a permutation, beside its sum and its product.
//!
//! Numbers with the sum and the product of 1, …, 9 need not be a permutation of them: 1, 2, 4, 4, 4, 5, 7, 9, 9 have both. By Newton's
//! identities the sums of the first to the n-th powers determine n numbers, and so do those up to the (n - 1)-th with the product; for
//! numbers from a small set fewer of them do, which is found by trying all.

/// With more numbers than this, not all multisets of them are tried: 92,378 of ten.
const MOST_TRIED: usize = 10;

/// The exponents from 2 on such that numbers from `values`, as many as there are, are a permutation of them if their sum, their
/// product and the sums of these powers are those of `values`. `None` where one of these leaves 128 bits.
pub(super) fn power_sums(values: &[i128]) -> Option<Vec<u32>> {
    let count = values.len() as u32;
    let largest = values.iter().map(|value| value.unsigned_abs()).max().unwrap_or_default();
    let fits = largest.checked_pow(count)?.checked_mul(u128::from(count))? <= i128::MAX as u128;
    if !fits {
        return None;
    }
    if values.len() > MOST_TRIED {
        return Some((2..count).collect());
    }
    let sum = |numbers: &[i128], power: u32| numbers.iter().map(|number| number.pow(power)).sum::<i128>();
    let product = |numbers: &[i128]| numbers.iter().product::<i128>();
    let mut others = Vec::new();
    each_multiset(values, &mut Vec::new(), &mut |numbers| {
        if sum(numbers, 1) == sum(values, 1) && product(numbers) == product(values) && numbers != values {
            others.push(numbers.to_vec());
        }
    });
    let mut needed = Vec::new();
    for power in 2..=count {
        let before = others.len();
        others.retain(|numbers| sum(numbers, power) == sum(values, power));
        if others.len() < before {
            needed.push(power);
        }
    }
    Some(needed)
}

/// Each way to take as many of the values as there are, in their order.
fn each_multiset(values: &[i128], chosen: &mut Vec<i128>, visit: &mut dyn FnMut(&[i128])) {
    fn extend(values: &[i128], from: usize, chosen: &mut Vec<i128>, visit: &mut dyn FnMut(&[i128])) {
        if chosen.len() == values.len() {
            return visit(chosen);
        }
        for at in from..values.len() {
            chosen.push(values[at]);
            extend(values, at, chosen, visit);
            let _ = chosen.pop();
        }
    }
    extend(values, 0, chosen, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_added_where_sum_and_product_do_not_suffice() {
        let needed = |values: std::ops::RangeInclusive<i128>| power_sums(&values.collect::<Vec<_>>());
        assert_eq!(needed(1..=4), Some(vec![]));
        assert_eq!(needed(1..=6), Some(vec![]));
        assert_eq!(needed(1..=9), Some(vec![2]));
        assert_eq!(needed(0..=3), Some(vec![2]));
        assert_eq!(needed(1..=16), Some((2..16).collect()));
        assert_eq!(needed(i128::from(i32::MAX) - 4..=i128::from(i32::MAX)), None);
        assert_eq!(needed(3..=3), Some(vec![]));
        assert_eq!(power_sums(&[]), Some(vec![]));
    }
}
