// Interactive Sudoku Solver over a file of constraint strings: node iss.mjs CHECKOUT FILE SECONDS ROUNDS
//
// Each line of FILE is a name, a tab and a string, whose line ends are the character U+001E. For each a line is printed: the name, the state
// (done, late, or error with a message), the number of solutions up to two, guesses, milliseconds of processor time to read the string and
// make the solver, those of the search, and the first solution. Of several rounds the fastest counts; after one of two seconds there is no
// other. Before the first, forty strings are solved for half a second each, so that the compiler of node is warm.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [checkout, file, seconds, rounds] = process.argv.slice(2);
const module = (path) => import(pathToFileURL(resolve(checkout, path)).href);
const { ensureGlobalEnvironment } = await module('tests/helpers/test_env.js');
ensureGlobalEnvironment();
const { SudokuParser } = await module('js/sudoku_parser.js');
const { SudokuBuilder } = await module('js/solver/sudoku_builder.js');
const { LookupTables } = await module('js/solver/lookup_tables.js');

class Late extends Error {}

const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function solve(text, limit) {
  const start = now();
  const solver = SudokuBuilder.build(SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));
  const made = now();
  const search = solver._internalSolver;
  const geometry = search._geometry;
  search.setProgressCallback(() => {
    if (now() - made > limit * 1000) throw new Late();
  }, 10);
  let first = [];
  let state = 'done';
  try {
    search.run({ maxSolutions: 2 }, (grid) => {
      if (first.length === 0) first = Array.from(grid.slice(0, geometry.numGridCells));
    });
  } catch (error) {
    if (!(error instanceof Late)) throw error;
    state = 'late';
  }
  const end = now();
  const digit = (value) => LookupTables.toOffsetValue(value, geometry.valueOffset);
  const { solutions, guesses } = search.counters;
  return { state, solutions, guesses, making: made - start, searching: end - made, first: first.map(digit) };
}

const entries = readFileSync(file, 'utf8').split('\n').filter((line) => line)
  .map((line) => line.split('\t')).map(([name, text]) => [name, text.replaceAll('\u001e', '\n')]);
for (const [, text] of entries.slice(0, 40)) {
  try {
    solve(text, 0.5);
  } catch {
    // What is wrong with it is told below.
  }
}
for (const [name, text] of entries) {
  try {
    let best = null;
    for (let round = 0; round < +rounds; round++) {
      const found = solve(text, +seconds);
      if (!best || found.making + found.searching < best.making + best.searching) best = found;
      if (found.state === 'late' || found.searching > 2000) break;
    }
    const { state, solutions, guesses, making, searching, first } = best;
    console.log([name, state, solutions, guesses, making.toFixed(3), searching.toFixed(3), first.join(' ')].join('\t'));
  } catch (error) {
    console.log([name, 'error', String(error.message ?? error).split('\n')[0]].join('\t'));
  }
}
