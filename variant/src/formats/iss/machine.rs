//! Automata in arguments, as Interactive Sudoku Solver packs them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use residua::constraints::Automaton;

use crate::formats::iss::base64::{bytes, sextets_of};

/// The automaton that a text holds: its symbols are the digits, the first is the least. `None` if it holds none.
pub(super) fn automaton(text: &str, digits: &RangeInclusive<i32>) -> Option<Automaton> {
    if text.is_empty() {
        // It refuses everything.
        return Automaton::from_parts(1, &[0], &[], &[]).ok();
    }
    let mut bits = Bits { bytes: bytes(text)?, at: 0 };
    let is_packed = match bits.number(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let state_bits = bits.number(4)? + 1;
    let symbols = bits.number(4)? + 1;
    let starts = bits.number(state_bits)?;
    let accepting = bits.number(state_bits)?;
    let mut ends: Vec<usize> = Vec::new();
    for start in 0..starts {
        if bits.number(1)? == 1 {
            ends.push(start);
        }
    }
    ends.extend(starts..starts + accepting);
    let digit = |symbol: usize| Some(digits.start() + symbol as i32).filter(|digit| digits.contains(digit));
    let mut moves: Vec<(usize, i32, usize)> = Vec::new();
    let mut states = starts + accepting;
    let mut state = 0;
    if is_packed {
        while bits.left() >= symbols {
            let mask = bits.number(symbols)?;
            // The first symbol is the lowest bit.
            for symbol in (0..symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                let next = bits.number(state_bits)?;
                moves.extend(digit(symbol).map(|digit| (state, digit, next)));
            }
            state += 1;
        }
    } else {
        let count_bits = bits.number(4)?;
        let symbol_bits = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
        while count_bits > 0 && bits.left() >= count_bits {
            for _ in 0..bits.number(count_bits)? {
                let symbol = bits.number(symbol_bits)?;
                let next = bits.number(state_bits)?;
                moves.extend(digit(symbol).map(|digit| (state, digit, next)));
            }
            state += 1;
        }
    }
    states =
        moves.iter().flat_map(|&(from, _, to)| [from, to]).fold(states, |most, state| most.max(state + 1));
    let starts: Vec<usize> = (0..starts).collect();
    Automaton::from_parts(states.max(1), &starts, &moves, &ends).ok()
}

/// The automaton with its states in the order in which they are packed: those where words begin, the others where words end, the rest.
pub(in crate::formats) fn ordered(automaton: &Automaton) -> Option<Automaton> {
    let starts: BTreeSet<usize> = automaton.starts().collect();
    let used: BTreeSet<usize> = automaton.transitions().flat_map(|(from, _, to)| [from, to]).collect();
    let others = |ends: bool| {
        let is_of = move |state: &usize| automaton.is_accepting(*state) == ends;
        (0..automaton.states()).filter(is_of).filter(|state| !starts.contains(state))
    };
    let rest = others(false).filter(|state| used.contains(state));
    let order: Vec<usize> = starts.iter().copied().chain(others(true)).chain(rest).collect();
    let mut numbers = vec![0; automaton.states()];
    for (number, &state) in order.iter().enumerate() {
        numbers[state] = number;
    }
    let moves: Vec<(usize, i32, usize)> =
        automaton.transitions().map(|(from, digit, to)| (numbers[from], digit, numbers[to])).collect();
    let ends: Vec<usize> =
        order.iter().filter(|state| automaton.is_accepting(**state)).map(|&state| numbers[state]).collect();
    let starts: Vec<usize> = (0..starts.len()).collect();
    Automaton::from_parts(order.len().max(1), &starts, &moves, &ends).ok()
}

/// The text that holds an automaton over these digits; `None` if it is too large.
pub(super) fn text(automaton: &Automaton, digits: &RangeInclusive<i32>) -> Option<String> {
    let automaton = ordered(automaton)?;
    let starts = automaton.starts().len();
    let ends = (starts..automaton.states()).filter(|state| automaton.is_accepting(*state)).count();
    let width = |number: usize| (usize::BITS - number.leading_zeros()) as usize;
    let state_bits = width((automaton.states() - 1).max(starts).max(ends));
    let symbols = (digits.end() - digits.start()) as usize + 1;
    let mut moves: Vec<Vec<(usize, usize)>> = vec![Vec::new(); automaton.states()];
    for (from, digit, to) in automaton.transitions().filter(|(_, digit, _)| digits.contains(digit)) {
        moves[from].push(((digit - digits.start()) as usize, to));
    }
    let count_bits = width(moves.iter().map(Vec::len).max().unwrap_or(0));
    if state_bits > 16 || symbols > 16 || count_bits > 15 {
        return None;
    }
    let mut bits: Vec<bool> = Vec::new();
    let mut put =
        |number: usize, count: usize| bits.extend((0..count).rev().map(|bit| number >> bit & 1 == 1));
    put(0, 2);
    put(state_bits.max(1) - 1, 4);
    put(symbols - 1, 4);
    put(starts, state_bits.max(1));
    put(ends, state_bits.max(1));
    for start in 0..starts {
        put(usize::from(automaton.is_accepting(start)), 1);
    }
    put(count_bits, 4);
    for of_state in moves {
        put(of_state.len(), count_bits);
        for (symbol, to) in of_state {
            put(symbol, width(symbols - 1));
            put(to, state_bits.max(1));
        }
    }
    // Whole bytes, and of each sextet the highest bit first.
    bits.resize(bits.len().next_multiple_of(8), false);
    bits.resize(bits.len().next_multiple_of(6), false);
    Some(sextets_of(&bits))
}

/// Bits of bytes, the highest first.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn number(&mut self, count: usize) -> Option<usize> {
        let mut number = 0;
        for _ in 0..count {
            let byte = self.bytes.get(self.at / 8)?;
            number = number << 1 | usize::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(number)
    }
}
