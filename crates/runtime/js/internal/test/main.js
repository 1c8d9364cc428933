// The program `--test`: finds test files, runs them, and prints what happens.
'use strict';

const { getOption, getOptions } = require('internal/process/options');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

function readShard() {
  const text = getOption('--test-shard');
  if (text === undefined) return undefined;
  const parts = /^(\d+)\/(\d+)$/.exec(text);
  if (parts === null) {
    throw new ERR_INVALID_ARG_VALUE('--test-shard', text, 'must be in the form of <index>/<total>');
  }
  return { index: Number(parts[1]), total: Number(parts[2]) };
}

function numberOf(option) {
  const text = getOption(option);
  return text === undefined ? undefined : Number(text);
}

function readSeed() {
  const seed = numberOf('--test-random-seed');
  if (seed !== undefined) require('internal/validators').validateInteger(seed, '--test-random-seed', 0, 2 ** 32 - 1);
  return seed;
}

function listOf(option) {
  const texts = getOptions(option);
  return texts.length === 0 ? undefined : texts;
}

function coverageOptions() {
  const { coverageOfProgram } = require('internal/test/settings');
  const { coverage, coverageThresholds, ...others } = coverageOfProgram();
  const { line, branch, function: functions } = coverageThresholds;
  return { coverage, lineCoverage: line, branchCoverage: branch, functionCoverage: functions, ...others };
}

function isolation() {
  return getOption('--test-isolation') ?? getOption('--experimental-test-isolation') ?? 'process';
}

// Whether test files are loaded into this process.
function runsHere() {
  return isolation() === 'none' && getOption('--watch') !== true;
}

// As run() would be called.
function readOptions() {
  const seed = readSeed();
  const patterns = process.argv.slice(1);
  return {
    __proto__: null,
    concurrency: numberOf('--test-concurrency') ?? true,
    isolation: isolation(),
    watch: getOption('--watch') === true,
    shard: readShard(),
    globPatterns: patterns.length === 0 ? undefined : patterns,
    only: getOption('--test-only') === true,
    timeout: numberOf('--test-timeout'),
    forceExit: getOption('--test-force-exit') === true,
    ...coverageOptions(),
    globalSetupPath: getOption('--test-global-setup'),
    rerunFailuresFilePath: getOption('--test-rerun-failures'),
    testNamePatterns: listOf('--test-name-pattern'),
    testSkipPatterns: listOf('--test-skip-pattern'),
    testTagFilters: listOf('--experimental-test-tag-filter'),
    randomize: getOption('--test-randomize') === true || undefined,
    randomSeed: seed,
  };
}

// Returns a function that runs the files. What is loaded beside them, when the global setup is through, it gets as a
// function that returns a promise.
function prepareTests() {
  return require('internal/test/run').prepareProgram(readOptions());
}

module.exports = { prepareTests, runsHere };
