//! Networks, the input of the dense engine: variables, at most 64 values, and scopes whose variables all differ.
//!
//! Values are numbered from 0 in ascending order, and a set of values is a word with a bit for each. An edge `x ≠ y`
//! is a scope of two. A constraint on only one variable is not a scope: the domain of that variable accounts for it
//! already.

/// A network: variables over at most 64 values, in scopes that are all different, without other constraints.
///
/// ```
/// use residua_dense::Network;
///
/// let domains = [vec![1, 2, 3], vec![1, 2, 3], vec![1, 3]];
/// let network = Network::over(&domains, vec![vec![0, 1, 2]]).expect("three values");
/// assert_eq!(network.values(), [1, 2, 3]);
/// assert_eq!(network.domains(), [0b111, 0b111, 0b101]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    values: Vec<i32>,
    domains: Vec<u64>,
    scopes: Vec<Vec<usize>>,
}

/// A state is copied at each branch, so the engine is useful up to a limited number of variables.
pub const MOST_VARIABLES: usize = 2500;
impl Network {
    /// The network of variables with these values, in these scopes; `None` if there are more than 64 values, or if a
    /// scope has a variable twice or one that there is not.
    pub fn over(domains: &[Vec<i32>], scopes: Vec<Vec<usize>>) -> Option<Network> {
        let mut values: Vec<i32> = domains.iter().flatten().copied().collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > 64 {
            return None;
        }
        let bit = |v: &i32| values.binary_search(v).map_or(0, |i| 1u64 << i);
        let domains = domains.iter().map(|domain| domain.iter().map(bit).fold(0, |a, b| a | b)).collect();
        Network::of_sets(values, domains, scopes)
    }

    /// A network from values, which ascend, and domains as sets of them: bit `i` stands for the `i`th.
    pub fn of_sets(values: Vec<i32>, domains: Vec<u64>, mut scopes: Vec<Vec<usize>>) -> Option<Network> {
        let all = u64::MAX.checked_shr(64_u32.saturating_sub(values.len() as u32)).unwrap_or(0);
        let are_values = values.len() <= 64 && values.is_sorted_by(|a, b| a < b);
        if !are_values || domains.iter().any(|&set| set & !all != 0) {
            return None;
        }
        // By variable: the last scope that had it, from 1 on.
        let mut last = vec![0; domains.len()];
        let mut is_set = |(number, scope): (usize, &Vec<usize>)| {
            let mut is_new = |&x: &usize| x < last.len() && std::mem::replace(&mut last[x], number) != number;
            scope.iter().all(&mut is_new)
        };
        if domains.len() > MOST_VARIABLES || !(1..).zip(&scopes).all(&mut is_set) {
            return None;
        }
        scopes.retain(|scope| scope.len() > 1);
        Some(Network { values, domains, scopes })
    }

    /// The values that some variable has, ascending: bit `i` of a set stands for the `i`th.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// By variable: its values, as a set.
    pub fn domains(&self) -> &[u64] {
        &self.domains
    }

    /// The variables of each scope, by number; at least two, none twice.
    pub fn scopes(&self) -> &[Vec<usize>] {
        &self.scopes
    }

    /// The scopes without duplicates, in the order of their first occurrences.
    pub(crate) fn distinct(&self) -> impl Iterator<Item = &[usize]> {
        // Scopes of the same variables have the same hash, and few others do.
        let number = |scope: &Vec<usize>| scope.iter().fold(0, |number, &x| number ^ scattered(x));
        let mut numbered: Vec<(u64, usize)> = self.scopes.iter().map(number).zip(0..).collect();
        numbered.sort_unstable();
        let mut is_again = vec![false; self.scopes.len()];
        for same in numbered.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            for (i, &(_, later)) in same.iter().enumerate() {
                let is_same = |&(_, earlier): &(u64, usize)| {
                    sorted(&self.scopes[earlier]) == sorted(&self.scopes[later])
                };
                is_again[later] = same[..i].iter().any(is_same);
            }
        }
        self.scopes.iter().zip(is_again).filter(|(_, is_again)| !is_again).map(|(scope, _)| scope.as_slice())
    }

    /// The scopes, each ascending.
    pub(crate) fn distinct_scopes(&self) -> Vec<Vec<u32>> {
        let ascending = |scope: &[usize]| sorted(scope).into_iter().map(|x| x as u32).collect();
        self.distinct().map(ascending).collect()
    }

    /// All values, as a set.
    pub fn all(&self) -> u64 {
        u64::MAX.checked_shr(64 - self.values.len() as u32).unwrap_or(0)
    }

    /// Whether the scope has as many variables as there are values, so that it needs each of them.
    pub fn is_permutation(&self, scope: &[usize]) -> bool {
        scope.len() == self.values.len()
    }

    /// The bit of a value; none if no variable has it.
    pub fn set_of(&self, value: i32) -> u64 {
        self.values.binary_search(&value).map_or(0, |i| 1 << i)
    }
}

fn sorted(scope: &[usize]) -> Vec<usize> {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted
}

/// A hash of each variable, with about half of its bits set.
fn scattered(x: usize) -> u64 {
    let x = (x as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
