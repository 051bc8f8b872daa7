//! Number arguments of any integer type, by value or by reference.

/// A number of an integer type, or a reference to one: lists of weights, sizes and values may be `[i32; 3]`, `&[i64]` or `&Vec<u8>`.
///
/// ```
/// use residua::constraints::{bin_packing_capa, knapsack};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let taken = model.bool_vars("taken", 3);
/// let [weight, profit] = ["weight", "profit"].map(|name| model.named_var(name, 0..=9));
/// let (weights, profits): (Vec<i64>, [u8; 3]) = (vec![3, 4, 5], [4, 5, 6]);
/// model.post(knapsack(&weights, &profits, &taken, weight, profit))?;
/// model.post(bin_packing_capa(&taken, &weights, [9_u64, 3]))?;
/// assert_eq!(model.solutions().map(|found| found[profit]).collect::<Vec<_>>(), [4]);
/// // What does not fit into 32 bits is refused.
/// assert!(model.post(knapsack([1_i64 << 40, 1, 1], &profits, &taken, weight, profit)).is_err());
/// assert!(model.post(bin_packing_capa(&taken, [1_i64 << 40, 1, 1], [9, 3])).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub trait Number {
    /// The number, cut to 64 bits.
    fn to_i64(self) -> i64;
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Number for $number {
            fn to_i64(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}

numbers!(i8, i16, i32, i64, u8, u16, u32, u64, usize);

impl<N: Copy + Number> Number for &N {
    fn to_i64(self) -> i64 {
        (*self).to_i64()
    }
}

/// The numbers, each cut to 32 bits: as values they compare with those of all views as they did, which are not the ends.
pub(super) fn values(numbers: impl IntoIterator<Item = impl Number>) -> impl Iterator<Item = i32> {
    numbers.into_iter().map(|number| number.to_i64().clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}
