// The options that the process of a test file gets: those of this one, but for what says how to run files.
'use strict';

const kDropped = [
  '--test', '--watch', '--watch-path', '--watch-preserve-output', '--test-reporter', '--test-reporter-destination',
  '--test-shard', '--test-isolation', '--experimental-test-isolation', '--test-global-setup',
  '--test-randomize', '--test-random-seed', '--test-force-exit', '--experimental-test-coverage', '--test-rerun-failures',
];
// Of these, the value may be the next argument.
const kWithValue = [
  '--watch-path', '--test-reporter', '--test-reporter-destination', '--test-shard',
  '--test-isolation', '--experimental-test-isolation', '--test-global-setup', '--test-random-seed',
  '--test-rerun-failures',
];

const kFiles = ['--experimental-config-file', '--experimental-default-config-file'];

// The arguments of this process. A file of options may ask for tests: a child gets what else it says, and not the file.
function givenArguments() {
  const given = process.execArgv.filter((one) => !kFiles.includes(one.split('=')[0]));
  if (given.length === process.execArgv.length) return given;
  const names = process.execArgv.map((one) => one.split('=')[0]);
  const all = binding('process').options();
  const ofFile = [];
  for (let i = 0; i < all.length; i += 2) {
    const { [i]: name, [i + 1]: value } = all;
    const negative = `--no-${name.slice(2)}`;
    if (kFiles.includes(name) || names.includes(name) || names.includes(negative)) continue;
    if (typeof value === 'boolean') ofFile.push(value ? name : negative);
    else ofFile.push(`${name}=${value}`);
  }
  return ofFile.concat(given);
}

function keptOptions() {
  const kept = [];
  const given = givenArguments();
  for (let i = 0; i < given.length; i++) {
    const name = given[i].split('=')[0];
    if (!kDropped.includes(name)) kept.push(given[i]);
    else if (kWithValue.includes(name) && !given[i].includes('=')) i++;
  }
  return kept;
}

function show(pattern) {
  return `${pattern}`;
}

function childOptions(settings) {
  const options = settings.ofProgram ? keptOptions() : givenArguments().filter((one) => one !== '--test');
  options.push(...settings.execArgv);
  if (!settings.ofProgram) {
    for (const pattern of settings.namePatterns ?? []) options.push(`--test-name-pattern=${show(pattern)}`);
    for (const pattern of settings.skipPatterns ?? []) options.push(`--test-skip-pattern=${show(pattern)}`);
    for (const filter of settings.tagFilters ?? []) options.push(`--experimental-test-tag-filter=${filter}`);
    if (settings.timeout !== undefined) options.push(`--test-timeout=${settings.timeout}`);
    if (settings.only) options.push('--test-only');
  }
  if (settings.randomSeed !== undefined) options.push(`--test-random-seed=${settings.randomSeed}`);
  if (settings.rerunPath !== undefined) options.push(`--test-rerun-failures=${settings.rerunPath}`);
  if (settings.forceExit) options.push('--test-force-exit');
  return options;
}

module.exports = { childOptions };
