//! Demand profiles: the demands of running tasks, added up over time.

/// Times between which the demand does not change: from the start, which is included, to the end, which is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) load: i64,
}

/// The demand over time, as pieces in ascending order; where there is none, nothing is demanded.
///
/// Wherever something starts or ends, a piece ends, even if the sum stays the same: throughout a piece the same tasks run.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    /// What is demanded from when on: more, or less again.
    events: Vec<(i64, i64)>,
    pieces: Vec<Piece>,
    peak: Option<Piece>,
    /// By piece: load times length of it and of those after it.
    energies: Vec<i128>,
}

impl Profile {
    /// A profile with room for that many tasks, so that it does not allocate later.
    pub(super) fn with_room(tasks: usize) -> Profile {
        Profile {
            events: Vec::with_capacity(2 * tasks),
            pieces: Vec::with_capacity(2 * tasks),
            peak: None,
            energies: Vec::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.pieces.clear();
        self.peak = None;
    }

    /// Adds a demand between two times; nothing, where there is no time between them. [`build`](Self::build) makes the pieces.
    #[inline]
    pub(super) fn add(&mut self, start: i64, end: i64, demand: i64) {
        if start < end && demand > 0 {
            self.events.extend([(start, demand), (end, -demand)]);
        }
    }

    /// Sweeps over the events in the order of time.
    pub(super) fn build(&mut self) {
        self.events.sort_unstable_by_key(|&(time, _)| time);
        let (mut load, mut at) = (0, 0);
        while let Some(&(start, _)) = self.events.get(at) {
            while let Some(&(_, change)) = self.events.get(at).filter(|&&(time, _)| time == start) {
                load += change;
                at += 1;
            }
            let Some(&(end, _)) = self.events.get(at).filter(|_| load > 0) else { continue };
            let piece = Piece { start, end, load };
            self.pieces.push(piece);
            if self.peak.is_none_or(|peak| peak.load < load) {
                self.peak = Some(piece);
            }
        }
    }

    /// Adds up the energy, for [`energy_after`](Self::energy_after).
    pub(super) fn add_up(&mut self) {
        self.energies.clear();
        self.energies.resize(self.pieces.len(), 0);
        let mut sum = 0;
        for (energy, piece) in self.energies.iter_mut().zip(&self.pieces).rev() {
            sum += i128::from(piece.load) * i128::from(piece.end - piece.start);
            *energy = sum;
        }
    }

    /// Load times length of all that is after `time`.
    pub(super) fn energy_after(&self, time: i64) -> i128 {
        let at = self.first_ending_after(time);
        let Some((piece, energy)) = self.pieces.get(at).zip(self.energies.get(at)) else { return 0 };
        energy - i128::from(piece.load) * i128::from((time - piece.start).max(0))
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The first piece of those with the greatest load.
    pub(super) fn peak(&self) -> Option<Piece> {
        self.peak
    }

    /// The number of the first piece that ends after `time`.
    pub(super) fn first_ending_after(&self, time: i64) -> usize {
        self.pieces.partition_point(|piece| piece.end <= time)
    }

    /// How many pieces start before `time`: the first ones.
    pub(super) fn starting_before(&self, time: i64) -> usize {
        self.pieces.partition_point(|piece| piece.start < time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_end_where_something_does() {
        let mut profile = Profile::default();
        for (start, end, demand) in [(0, 3, 2), (3, 5, 2), (4, 9, 1), (7, 7, 5), (20, 21, 3), (2, 4, 0)] {
            profile.add(start, end, demand);
        }
        profile.build();
        let pieces: Vec<(i64, i64, i64)> =
            profile.pieces().iter().map(|p| (p.start, p.end, p.load)).collect();
        assert_eq!(pieces, [(0, 3, 2), (3, 4, 2), (4, 5, 3), (5, 9, 1), (20, 21, 3)]);
        assert_eq!(profile.peak(), Some(Piece { start: 4, end: 5, load: 3 }));
        assert_eq!((profile.first_ending_after(3), profile.first_ending_after(8)), (1, 3));
        assert_eq!((profile.starting_before(4), profile.starting_before(21)), (2, 5));
        profile.add_up();
        assert_eq!([-1, 4, 6, 20, 21].map(|time| profile.energy_after(time)), [18, 10, 6, 3, 0]);
        profile.clear();
        profile.build();
        assert_eq!((profile.pieces(), profile.peak()), (&[][..], None));
    }
}
