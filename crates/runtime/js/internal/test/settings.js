// What the command line says of tests.
'use strict';

const { getOption, getOptions } = require('internal/process/options');
const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

// `/text/flags` or a text.
function toPattern(text, name) {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(text);
  const source = parts === null ? text : parts[1];
  try {
    return new RegExp(source, parts === null ? '' : parts[2]);
  } catch (error) {
    throw new ERR_INVALID_ARG_VALUE(name, text, `is an invalid regular expression. ${error.message}`);
  }
}

function patternsOf(option) {
  const texts = getOptions(option);
  return texts.length === 0 ? undefined : texts.map((text) => toPattern(text, option));
}

function tagFilterOf() {
  const texts = getOptions('--experimental-test-tag-filter');
  return texts.length === 0 ? undefined : require('internal/test/tag_filter').readTagFilter(texts);
}

let settings;

// What is to be known of the files that ran.
function coverageOfProgram() {
  const coverage = getOption('--experimental-test-coverage') === true;
  return {
    __proto__: null,
    coverage,
    coverageThresholds: {
      line: threshold('--test-coverage-lines'),
      branch: threshold('--test-coverage-branches'),
      function: threshold('--test-coverage-functions'),
    },
    coverageExcludeGlobs: globsOf('--test-coverage-exclude'),
    coverageIncludeGlobs: globsOf('--test-coverage-include'),
    coverageIncludeAll: getOption('--test-coverage-include-all') === true,
  };
}

function threshold(option) {
  const value = numberOf(option) ?? 0;
  require('internal/validators').validateInteger(value, option, 0, 100);
  return value;
}

function globsOf(option) {
  const globs = getOptions(option);
  return globs.length === 0 ? undefined : globs;
}

function settingsOfProgram() {
  settings ??= {
    __proto__: null,
    isChild: process.env.NODE_TEST_CONTEXT === 'child' || process.env.NODE_TEST_CONTEXT === 'child-v8',
    context: process.env.NODE_TEST_CONTEXT,
    namePatterns: patternsOf('--test-name-pattern'),
    skipPatterns: patternsOf('--test-skip-pattern'),
    only: getOption('--test-only') === true,
    timeout: numberOf('--test-timeout'),
    concurrency: undefined,
    tagFilter: tagFilterOf(),
    randomSeed: numberOf('--test-random-seed'),
    forceExit: getOption('--test-force-exit') === true,
    updateSnapshots: getOption('--test-update-snapshots') === true,
    cwd: process.cwd(),
    globalSetupPath: getOption('--test-global-setup'),
    rerunPath: getOption('--test-rerun-failures'),
    reporters: getOptions('--test-reporter'),
    destinations: getOptions('--test-reporter-destination'),
    ...coverageOfProgram(),
  };
  return settings;
}

function numberOf(option) {
  const text = getOption(option);
  return text === undefined ? undefined : Number(text);
}

module.exports = { coverageOfProgram, settingsOfProgram, toPattern };
