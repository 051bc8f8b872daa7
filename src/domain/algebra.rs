//! Set operations on domains, run by run, so that their cost follows the number of runs and not the width.

use crate::domain::Domain;

impl Domain {
    /// The values that are in both.
    #[must_use]
    pub fn intersect(&self, other: &Domain) -> Domain {
        let runs: Vec<(i32, i32)> = self.runs_in_both(other).collect();
        Domain::from_disjoint(&runs)
    }

    /// Whether no value is in both.
    ///
    /// # Complexity
    /// The number of runs up to the first value in both; nothing is allocated.
    pub fn is_disjoint(&self, other: &Domain) -> bool {
        self.runs_in_both(other).next().is_none()
    }

    /// The runs of the values that are in both, ascending.
    fn runs_in_both<'a>(&'a self, other: &'a Domain) -> impl Iterator<Item = (i32, i32)> + use<'a> {
        let (mut ours, mut theirs) = (self.ranges(), other.ranges());
        let (mut a, mut b) = (ours.next(), theirs.next());
        std::iter::from_fn(move || {
            while let (Some(x), Some(y)) = (&a, &b) {
                let (low, high) = (*x.start().max(y.start()), *x.end().min(y.end()));
                if x.end() < y.end() {
                    a = ours.next();
                } else {
                    b = theirs.next();
                }
                if low <= high {
                    return Some((low, high));
                }
            }
            None
        })
    }

    /// The values that are in at least one of the two.
    #[must_use]
    pub fn union(&self, other: &Domain) -> Domain {
        // Unions of many domains are often complete after the first of them.
        if other.is_subset(self) {
            return self.clone();
        }
        Domain::from_ranges(self.ranges().chain(other.ranges()))
    }

    /// The values of this set that are not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Domain) -> Domain {
        let mut rest = Vec::new();
        let mut cuts = other.ranges().peekable();
        for run in self.ranges() {
            let (mut low, high) = (i64::from(*run.start()), i64::from(*run.end()));
            while let Some(cut) = cuts.peek() {
                let (from, to) = (i64::from(*cut.start()), i64::from(*cut.end()));
                if from > high {
                    break;
                }
                if low < from {
                    rest.push((low as i32, (from - 1) as i32));
                }
                low = low.max(to + 1);
                if to > high {
                    break;
                }
                cuts.next();
            }
            if low <= high {
                rest.push((low as i32, high as i32));
            }
        }
        Domain::from_disjoint(&rest)
    }

    /// Whether each value is in `other` too.
    ///
    /// # Complexity
    /// The number of runs up to the first value that is not; nothing is allocated.
    pub fn is_subset(&self, other: &Domain) -> bool {
        let mut around = other.ranges().peekable();
        // Runs are maximal, so each of ours lies within one of the other's.
        self.ranges().all(|run| {
            while around.next_if(|other| other.end() < run.start()).is_some() {}
            around.peek().is_some_and(|other| other.start() <= run.start() && run.end() <= other.end())
        })
    }

    /// This set without `value`.
    #[must_use]
    pub fn without(&self, value: i32) -> Domain {
        self.difference(&Domain::from(value))
    }

    /// The image of the set under `value ↦ scale·value + offset`, where all results fit into `i32`; `None` otherwise.
    pub fn map_affine(&self, scale: i32, offset: i32) -> Option<Domain> {
        let image = |v: i32| {
            let exact = i64::from(scale) * i64::from(v) + i64::from(offset);
            i32::try_from(exact).ok()
        };
        let (Some(min), Some(max)) = (self.min(), self.max()) else {
            return Some(Domain::empty());
        };
        let _ = (image(min)?, image(max)?);
        if scale == 1 || scale == -1 {
            let runs: Option<Vec<_>> = self
                .ranges()
                .map(|r| {
                    let (a, b) = (image(*r.start())?, image(*r.end())?);
                    Some(a.min(b)..=a.max(b))
                })
                .collect();
            return runs.map(Domain::from_ranges);
        }
        self.iter().map(image).collect()
    }
}
