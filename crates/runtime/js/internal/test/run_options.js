// The options of run(), checked and made of one form.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const {
  validateAbortSignal, validateArray, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
  validateString, validateStringArray, validateUint32,
} = require('internal/validators');
const { isRegExp } = require('internal/util/types');
const { toPattern } = require('internal/test/settings');
const { drawSeed, kLargestSeed } = require('internal/test/random');
const { readTagFilter } = require('internal/test/tag_filter');

const kNone = { __proto__: null };

function readRunOptions(options = kNone) {
  validateObject(options, 'options');
  const { files, globPatterns, signal, setup, watch, cwd, shard } = options;
  if (files !== undefined) validateArray(files, 'options.files');
  if (globPatterns !== undefined) {
    validateStringArray(globPatterns, 'options.globPatterns');
    if (globPatterns.length > 0 && files?.length > 0) {
      throw new ERR_INVALID_ARG_VALUE(
        'options.globPatterns', globPatterns, "is not supported when specifying 'options.files'");
    }
  }
  if (watch !== undefined) validateBoolean(watch, 'options.watch');
  if (cwd !== undefined) validateString(cwd, 'options.cwd');
  if (setup !== undefined) validateFunction(setup, 'options.setup');
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  const settings = {
    __proto__: null,
    isChild: false,
    files, globPatterns, signal, setup,
    watch: watch ?? false,
    cwd: cwd ?? process.cwd(),
    only: readFlag(options, 'only'),
    shard: readShard(shard, watch),
    timeout: options.timeout,
    concurrency: options.concurrency ?? 1,
    forceExit: readFlag(options, 'forceExit'),
    namePatterns: readPatterns(options.testNamePatterns, 'testNamePatterns'),
    skipPatterns: readPatterns(options.testSkipPatterns, 'testSkipPatterns'),
    execArgv: readStrings(options.execArgv, 'execArgv'),
    argv: readStrings(options.argv, 'argv'),
    tagFilters: readTagFilters(options.testTagFilters),
    globalSetupPath: readPath(options.globalSetupPath, 'globalSetupPath'),
    rerunPath: readPath(options.rerunFailuresFilePath, 'rerunFailuresFilePath'),
    ...readIsolation(options),
    ...readCoverage(options),
  };
  if (settings.forceExit && watch) {
    throw new ERR_INVALID_ARG_VALUE('options.forceExit', watch, 'is not supported with watch mode');
  }
  if (settings.isolation === 'none') settings.concurrency = 1;
  settings.tagFilter = settings.tagFilters === undefined ? undefined : readTagFilter(settings.tagFilters);
  Object.assign(settings, readRandom(options, settings));
  // What was loaded once cannot be loaded anew in the same process.
  if (settings.watch) settings.isolation = 'process';
  return settings;
}

function readFlag(options, name) {
  if (options[name] === undefined) return false;
  if (name === 'only') return Boolean(options.only);
  validateBoolean(options[name], `options.${name}`);
  return options[name];
}

function readPath(value, name) {
  if (value !== undefined) validateString(value, `options.${name}`);
  return value;
}

function readStrings(value, name) {
  if (value === undefined) return [];
  validateStringArray(value, `options.${name}`);
  return value;
}

function readShard(shard, watch) {
  if (shard === undefined) return undefined;
  validateObject(shard, 'options.shard');
  const { index, total } = shard;
  validateInteger(total, 'options.shard.total', 1);
  validateInteger(index, 'options.shard.index', 1, total);
  if (watch) throw new ERR_INVALID_ARG_VALUE('options.shard', watch, 'shards not supported with watch mode');
  return { index, total };
}

// A text or an expression, or a list of them.
function readPatterns(value, name) {
  if (value === undefined || value === null) return undefined;
  const list = Array.isArray(value) ? value : [value];
  return list.map((one, i) => {
    if (isRegExp(one)) return one;
    const shown = Array.isArray(value) ? `options.${name}[${i}]` : `options.${name}`;
    if (typeof one !== 'string') throw new ERR_INVALID_ARG_TYPE(shown, ['string', 'RegExp'], one);
    return toPattern(one, shown);
  });
}

function readTagFilters(value) {
  if (value === undefined || value === null) return undefined;
  const list = typeof value === 'string' ? [value] : value;
  validateStringArray(list, 'options.testTagFilters');
  return list.length === 0 ? undefined : list;
}

function readIsolation({ env, isolation = 'process' }) {
  validateOneOf(isolation, 'options.isolation', ['process', 'none']);
  if (env !== undefined) {
    validateObject(env, 'options.env');
    if (isolation === 'none') {
      throw new ERR_INVALID_ARG_VALUE('options.env', env, 'is not supported with isolation=\'none\'');
    }
  }
  return { isolation, env };
}

function readRandom(options, { watch, rerunPath }) {
  const { randomSeed, randomize } = options;
  if (randomize !== undefined) validateBoolean(randomize, 'options.randomize');
  if (randomSeed !== undefined) {
    validateUint32(randomSeed, 'options.randomSeed');
  }
  const name = randomSeed !== undefined ? 'options.randomSeed' : 'options.randomize';
  const isRandom = randomize || randomSeed !== undefined;
  if (!isRandom) return { randomSeed: undefined };
  if (watch) throw new ERR_INVALID_ARG_VALUE(name, randomSeed ?? randomize, 'is not supported with watch mode.');
  if (rerunPath !== undefined) {
    throw new ERR_INVALID_ARG_VALUE(name, randomSeed ?? randomize, 'is not supported with rerun failures mode.');
  }
  return { randomSeed: randomSeed ?? drawSeed(kLargestSeed) };
}

function readCoverage(options) {
  const { coverage = false } = options;
  validateBoolean(coverage, 'options.coverage');
  const thresholds = { line: options.lineCoverage, branch: options.branchCoverage, function: options.functionCoverage };
  for (const kind of Object.keys(thresholds)) {
    if (thresholds[kind] !== undefined) validateInteger(thresholds[kind], `options.${kind}Coverage`, 0, 100);
    thresholds[kind] ??= 0;
  }
  return {
    coverage,
    coverageThresholds: thresholds,
    coverageExcludeGlobs: readGlobs(options, 'coverageExcludeGlobs'),
    coverageIncludeGlobs: readGlobs(options, 'coverageIncludeGlobs'),
    coverageIncludeAll: options.coverageIncludeAll === true,
  };
}

function readGlobs(options, name) {
  const globs = options[name];
  if (globs === undefined) return undefined;
  if (typeof globs === 'string') return [globs];
  validateStringArray(globs, `options.${name}`);
  return globs;
}

module.exports = { readRunOptions };
