//! A tournament tree: the least score among many players, when only a few change between two queries.

/// Players by number, their scores, and who wins each match. The least score wins, the lesser number among equals.
#[derive(Clone, Debug)]
pub(in crate::search::brancher) struct Tournament {
    /// By player.
    scores: Vec<f64>,
    /// By match: the winner. Match `m` is between the winners of `2m` and `2m + 1`; player `p` enters as `players + p`.
    winners: Vec<u32>,
    /// The players that play again, and whether each is listed.
    again: Vec<u32>,
    is_listed: Vec<bool>,
}

impl Tournament {
    pub(in crate::search::brancher) fn new(players: usize) -> Tournament {
        let size = players.next_power_of_two();
        // The tree is padded to a power of two. A match without players is won by padding, whose score is infinite for good, and never by
        // a player of another match, whose score may change.
        let mut winners: Vec<u32> = (0..2 * size as u32).map(|m| m.saturating_sub(size as u32)).collect();
        for m in (1..size).rev() {
            winners[m] = winners[2 * m];
        }
        Tournament {
            scores: vec![f64::INFINITY; size],
            winners,
            again: Vec::new(),
            is_listed: vec![false; players],
        }
    }

    /// Notes that the score of that player may have changed.
    #[inline]
    pub(in crate::search::brancher) fn play_again(&mut self, player: usize) {
        if !std::mem::replace(&mut self.is_listed[player], true) {
            self.again.push(player as u32);
        }
    }

    /// The player with the least finite score, if there is one. Calls `score` only for those that play again.
    pub(in crate::search::brancher) fn winner(&mut self, score: impl Fn(usize) -> f64) -> Option<usize> {
        let size = self.scores.len();
        while let Some(player) = self.again.pop() {
            self.is_listed[player as usize] = false;
            self.scores[player as usize] = score(player as usize);
            let mut at = (size + player as usize) >> 1;
            while at > 0 {
                let (a, b) = (self.winners[2 * at], self.winners[2 * at + 1]);
                let first = self.scores[a as usize] <= self.scores[b as usize];
                self.winners[at] = if first { a } else { b };
                at >>= 1;
            }
        }
        let best = *self.winners.get(1)? as usize;
        self.scores[best].is_finite().then_some(best)
    }
}
