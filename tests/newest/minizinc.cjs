// The command `minizinc`, by the npm package that RESIDUA_MINIZINC_NPM names: what that package cannot do, finding and starting solvers, is
// done here as MiniZinc does it. `node minizinc.cjs ARGUMENTS`.
//
// Configurations of solvers are found in MZN_SOLVER_PATH and in ~/.minizinc/solvers. A solver is started once, on the FlatZinc of the
// model; what it prints goes through the output specification.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { ROOT, compiler } = require('./compiler.cjs');

/** The configurations that are installed: what they say, with where they are. */
function configurations() {
  const folders = (process.env.MZN_SOLVER_PATH || '').split(path.delimiter).filter(Boolean);
  folders.push(path.join(os.homedir(), '.minizinc/solvers'));
  const found = [];
  for (const folder of folders.filter((name) => fs.existsSync(name))) {
    for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.msc'))) {
      found.push({ folder, config: JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) });
    }
  }
  return found;
}

function isNamed({ config }, name) {
  const [id, version] = name.split('@');
  return (config.id === id || config.id.split('.').pop() === id) && (!version || version === config.version);
}

/** Where a file of this machine is for MiniZinc. */
const seen = (file) => ROOT + path.resolve(file).slice(1);

/** Adds a file, or all files of a folder, to those that MiniZinc sees. */
function show(file, files) {
  if (fs.statSync(file).isDirectory()) {
    for (const name of fs.readdirSync(file)) show(path.join(file, name), files);
  } else {
    files[seen(file).slice(ROOT.length)] = fs.readFileSync(file, 'utf8');
  }
}

/** Flags that the solver gets, by the names that MiniZinc has for them; those with a value have it as the next argument. */
const OF_SOLVER = {
  '-a': '-a', '--all-solutions': '-a', '-i': '-i', '--intermediate': '-i', '--intermediate-solutions': '-i',
  '-f': '-f', '--free-search': '-f', '-s': '-s', '--statistics': '-s', '-v': '-v', '--verbose': '-v',
};
const OF_SOLVER_WITH_VALUE = {
  '-n': '-n', '--num-solutions': '-n', '-p': '-p', '--parallel': '-p', '-r': '-r', '--random-seed': '-r',
  '-t': '-t', '--time-limit': '-t', '--solver-time-limit': '-t',
};
const OUTPUTS = ['--fzn', '--ozn', '--output-fzn-to-file', '--output-ozn-to-file'];
const NOT_SOLVING = ['-c', '--compile', '--model-interface-only', '--model-check-only', '--version', '--solvers-json', '--ozn-file'];

/** The arguments, for each of those who get them. */
function sorted(args) {
  const sorted = { solver: null, compiler: [], ofSolver: [], ofOutput: [], outputs: [], files: {} };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === '--solver') sorted.solver = args[++at];
    else if (OF_SOLVER[arg]) sorted.ofSolver.push(OF_SOLVER[arg]);
    else if (OF_SOLVER_WITH_VALUE[arg]) sorted.ofSolver.push(OF_SOLVER_WITH_VALUE[arg], args[++at]);
    else if (arg === '--output-time') sorted.ofOutput.push(arg);
    else if (OUTPUTS.includes(arg)) {
      sorted.outputs.push(args[++at]);
      sorted.compiler.push(arg, seen(args[at]));
    } else if (!arg.startsWith('-') && fs.existsSync(arg)) {
      show(arg, sorted.files);
      sorted.compiler.push(seen(arg));
    } else {
      if (arg === '--json-stream') sorted.ofOutput.push(arg);
      sorted.compiler.push(arg);
    }
  }
  return sorted;
}

async function main(args) {
  const start = () => compiler(path.resolve(process.env.RESIDUA_MINIZINC_NPM));
  const run = await start();
  const { solver, compiler: given, ofSolver, ofOutput, outputs, files } = sorted(args);
  if (args.includes('--solvers-json')) {
    const own = JSON.parse((await run({ args: ['--solvers-json'] })).stdout);
    console.log(JSON.stringify(configurations().map(({ config }) => config).concat(own)));
    return 0;
  }
  const chosen = solver && configurations().find((one) => isNamed(one, solver));
  const named = ['--solver', solver];
  if (chosen) {
    const { folder, config } = chosen;
    const library = path.resolve(folder, config.mznlib);
    show(library, files);
    files['chosen.msc'] = JSON.stringify({ ...config, mznlib: seen(library) });
    named[1] = ROOT + 'chosen.msc';
  }
  const isSolving = !args.some((arg) => NOT_SOLVING.includes(arg));
  const tail = isSolving ? ['-c', '--fzn', ROOT + 'out.fzn', '--ozn', ROOT + 'out.ozn'] : [];
  // Where no solver follows, what it would have got is MiniZinc's own.
  const names = isSolving ? ['out.fzn', 'out.ozn'] : outputs.map((name) => seen(name).slice(ROOT.length));
  const compiled = await run({ args: [...(solver ? named : []), ...given, ...tail], files, outputs: names });
  process.stdout.write(compiled.stdout);
  process.stderr.write(compiled.stderr);
  outputs.forEach((name, at) => !isSolving && fs.writeFileSync(name, compiled.outputs[names[at]] ?? ''));
  if (!isSolving || compiled.code !== 0) return compiled.code;

  if (!chosen) throw new Error(`no configuration of ${solver} is installed`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'minizinc-'));
  const flat = path.join(folder, 'out.fzn');
  fs.writeFileSync(flat, compiled.outputs['out.fzn']);
  const [program, ...fixed] = [chosen.config.executable].flat();
  const place = program.includes('/') ? path.resolve(chosen.folder, program) : program;
  const solved = spawnSync(place, [...fixed, ...ofSolver, flat], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  fs.rmSync(folder, { recursive: true });
  if (solved.error || solved.status !== 0) throw solved.error || new Error(`${program} ends with ${solved.status}`);
  const told = await (await start())({
    args: ['--ozn-file', ROOT + 'out.ozn', ...ofOutput],
    files: { 'out.ozn': compiled.outputs['out.ozn'] },
    stdin: solved.stdout,
  });
  process.stdout.write(told.stdout);
  process.stderr.write(told.stderr);
  return told.code;
}

main(process.argv.slice(2)).then((code) => (process.exitCode = code));
