//! Conversions into domains: from collections of integers, and iterator adapters.

use std::collections::BTreeSet;
use std::iter::{
    Chain, Cloned, Copied, Filter, FilterMap, FlatMap, Flatten, Map, Rev, Skip, SkipWhile, StepBy, Take,
    TakeWhile,
};

use crate::domain::Domain;

impl From<&Vec<i32>> for Domain {
    fn from(values: &Vec<i32>) -> Self {
        Domain::from(values.as_slice())
    }
}

impl<const N: usize> From<&[i32; N]> for Domain {
    fn from(values: &[i32; N]) -> Self {
        Domain::from(values.as_slice())
    }
}

impl From<BTreeSet<i32>> for Domain {
    fn from(values: BTreeSet<i32>) -> Self {
        values.into_iter().collect()
    }
}

impl From<&BTreeSet<i32>> for Domain {
    fn from(values: &BTreeSet<i32>) -> Self {
        values.iter().copied().collect()
    }
}

/// Each adapter by itself: an implementation for all iterators would conflict with that for ranges.
macro_rules! adapters {
    ($($adapter:ident<$($part:ident),*>),*) => {$(
        impl<$($part),*> From<$adapter<$($part),*>> for Domain
        where
            $adapter<$($part),*>: Iterator<Item = i32>,
        {
            fn from(values: $adapter<$($part),*>) -> Self {
                values.collect()
            }
        }
    )*};
}

adapters!(
    Chain<A, B>, Cloned<I>, Copied<I>, Filter<I, P>, FilterMap<I, F>, Map<I, F>, Rev<I>, Skip<I>,
    SkipWhile<I, P>, StepBy<I>, Take<I>, TakeWhile<I, P>
);

impl<I, U: IntoIterator, F> From<FlatMap<I, U, F>> for Domain
where
    FlatMap<I, U, F>: Iterator<Item = i32>,
{
    fn from(values: FlatMap<I, U, F>) -> Self {
        values.collect()
    }
}

impl<I> From<Flatten<I>> for Domain
where
    I: Iterator<Item: IntoIterator>,
    Flatten<I>: Iterator<Item = i32>,
{
    fn from(values: Flatten<I>) -> Self {
        values.collect()
    }
}
