// Runs MiniZinc of the npm package `minizinc` once for each line of its standard input: `node serve.cjs PACKAGE`.
//
// A line names a folder, a file in it that is MiniZinc's standard input (or nothing), and arguments, all separated by tabs. MiniZinc sees
// the folder as its working directory. What it prints is in the files `stdout` and `stderr` of the folder when the exit code is
// printed, and what `--fzn` and `--ozn` name is there too. In place of arguments, `--library` puts MiniZinc's own library into the folder.
// Starting it takes longer than a compilation.
'use strict';
const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { compiler } = require('./compiler.cjs');

/** The files of a folder and of those in it, by their names from there. */
function filesOf(folder) {
  const files = {};
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, name);
    if (fs.statSync(file).isFile()) files[name] = fs.readFileSync(file, 'utf8');
  }
  return files;
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    if (text === null) continue;
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

(async () => {
  const start = () => compiler(process.argv[2]);
  const run = await start();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [folder, input, ...args] = line.split('\t');
    if (args[0] === '--library') {
      write(folder, await run.library(run.names()));
      console.log(0);
      continue;
    }
    const files = filesOf(folder);
    const outputs = args.filter((_, at) => ['--fzn', '--ozn'].includes(args[at - 1]));
    // Its standard input, once at an end, is so for good.
    const answer = input ? await (await start())({ args, files, outputs, stdin: files[input] }) : await run({ args, files, outputs });
    write(folder, { ...answer.outputs, stdout: answer.stdout, stderr: answer.stderr });
    console.log(answer.code);
  }
})();
