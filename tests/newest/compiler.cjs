// MiniZinc of the npm package `minizinc`, which is WebAssembly made for a page's worker, as a function in Node.
//
// `compiler(folder)` starts it; `folder` is that of the package. What it gives runs MiniZinc on files that are in memory: their names are
// paths below `ROOT`. It starts no solver.
'use strict';
const fs = require('fs');
const path = require('path');

/** Where MiniZinc sees the files that it is given. */
const ROOT = '/minizinc/';

/** Resolves to `run({ args, files, outputs, stdin })`, which resolves to `{ code, stdout, stderr, outputs }`. */
async function compiler(folder) {
  const dist = path.join(folder, 'dist');
  const script = path.join(dist, 'minizinc-worker.js');
  const text = fs.readFileSync(script, 'utf8');

  // What a worker has and Node has not: it is told by events, and answers by messages.
  let tell;
  let hear;
  const around = {
    addEventListener: (_, listener) => (tell = listener),
    postMessage: (message) => hear(message),
    __filename: script,
    __dirname: dist,
  };
  // One question is asked at a time, and answered by one message.
  const ask = (data) =>
    new Promise((resolve) => {
      hear = resolve;
      tell({ data });
    });

  // What MiniZinc reads of its standard input is a text, not that of this process.
  let input = Buffer.alloc(0);
  const readSync = (file, buffer, offset, length, ...rest) => {
    if (file !== process.stdin.fd) return fs.readSync(file, buffer, offset, length, ...rest);
    const count = input.copy(buffer, offset, 0, length);
    input = input.subarray(count);
    return count;
  };
  around.require = (name) => (/^(node:)?fs$/.test(name) ? { ...fs, readSync } : require(name));

  new Function(...Object.keys(around), text)(...Object.values(around));
  await ask({ wasmURL: path.join(dist, 'minizinc.wasm'), dataURL: path.join(dist, 'minizinc.data') });

  const run = async ({ args, files = {}, outputs = [], stdin = '' }) => {
    input = Buffer.from(stdin);
    const answer = await ask({ args, files, outputFiles: outputs });
    // A message without a code says that MiniZinc itself ended badly.
    const stderr = (answer.stderr || '') + (answer.message ? answer.message + '\n' : '');
    return { code: answer.code ?? 1, stdout: answer.stdout || '', stderr, outputs: answer.outputFiles || {} };
  };
  /** The names of the files of MiniZinc's own library. */
  run.names = () => [...text.matchAll(/filename:"\/usr\/share\/minizinc\/(std\/[^"]*\.mzn)"/g)].map((found) => found[1]);
  /** Their texts, by their names. */
  run.library = async (names) => (await ask({ readStdlibFiles: names })).files;
  return run;
}

module.exports = { ROOT, compiler };
