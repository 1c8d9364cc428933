// run(): runs test files, and gives the stream of what happens.
'use strict';

const path = require('path');
const { Harness } = require('internal/test/harness');
const { runIn } = require('internal/test/current');
const { Test } = require('internal/test/test');
const { readRunOptions } = require('internal/test/run_options');
const { findFiles, shuffle, takeShard } = require('internal/test/files');

const kRecursion = 'node:test run() is being called recursively within a test file. skipping running files.';

function run(options) {
  const settings = readRunOptions(options);
  const harness = new Harness(settings, undefined);
  if (process.env.NODE_TEST_CONTEXT !== undefined) {
    process.emitWarning(kRecursion);
    harness.end();
    return harness.stream;
  }
  // Its tests do not belong to a test that has called it.
  const started = runIn(undefined, start, undefined, [harness, settings]);
  started.then(undefined, (error) => harness.stream.destroy(error));
  return harness.stream;
}

// `--test`: the harness is there before other modules are loaded, whose hooks and tests belong to it, too.
function prepareProgram(options) {
  const settings = readRunOptions(options);
  const { settingsOfProgram } = require('internal/test/settings');
  const { context, destinations, reporters, updateSnapshots } = settingsOfProgram();
  Object.assign(settings, { ofProgram: true, context, destinations, reporters, updateSnapshots });
  require('util').debuglog('test_runner')('test runner configuration: %O', {
    isolation: settings.isolation, concurrency: settings.concurrency, timeout: settings.timeout ?? Infinity,
    watch: settings.watch, only: settings.only, forceExit: settings.forceExit, shard: settings.shard,
    randomSeed: settings.randomSeed, globPatterns: settings.globPatterns,
  });
  const harness = new Harness(settings, undefined);
  if (settings.isolation === 'none') hold(harness);
  return (loadOthers) => {
    settings.loadOthers = loadOthers;
    runProgram(harness, settings);
  };
}

function runProgram(harness, settings) {
  settings.foundFiles = listFiles(settings);
  if (settings.foundFiles.length === 0 && settings.globPatterns !== undefined && !settings.watch) {
    require('fs').writeSync(2, `Could not find '${settings.globPatterns.join(', ')}'\n`);
    process.exitCode = 1;
    return;
  }
  const { setUp } = require('internal/test/reporters/set_up');
  settings.setup = () => setUp(harness);
  start(harness, settings).then(() => {
    if (!harness.success) process.exitCode = 1;
  });
  require('internal/test/interrupt').watchSignals(harness);
}

// Tests that are made from now on are those of the harness, and wait until it is released.
function hold(harness) {
  const { replaceMainHarness } = require('internal/test/main_harness');
  harness.held = Promise.withResolvers();
  harness.bootstrap = harness.held.promise;
  harness.runs = [];
  harness.onStart = (promise) => harness.runs.push(promise);
  harness.letGo = replaceMainHarness(harness);
}

function listFiles(settings) {
  const { cwd, files, globPatterns, randomSeed, shard } = settings;
  const found = files ?? findFiles(globPatterns, cwd);
  const taken = takeShard(found, shard);
  return randomSeed === undefined ? taken : shuffle(taken, randomSeed);
}

async function start(harness, settings) {
  const { root } = harness;
  addRunSettings(harness, settings);
  // Whoever called run() is to see all events.
  await undefined;
  const stopWatching = require('internal/test/uncaught').watchErrors(harness);
  await settings.setup?.(harness.stream);
  try {
    const files = settings.foundFiles ?? listFiles(settings);
    if (settings.randomSeed !== undefined) root.diagnostic(`Randomized test order seed: ${settings.randomSeed}`);
    const teardown = await require('internal/test/global_setup').setUp(settings);
    settings.teardown = teardown;
    await settings.loadOthers?.();
    if (settings.isolation === 'none') await runHere(harness, settings, files);
    else if (settings.watch) await watch(harness, settings);
    else await runInProcesses(harness, settings, files);
    if (settings.ofProgram && settings.isolation === 'none' && !settings.forceExit) await emptyLoop();
    await teardown?.();
  } finally {
    stopWatching();
  }
  harness.bootstrap = null;
  await harness.end();
  if (!settings.forceExit) return;
  await harness.written;
  if (!harness.success) process.exitCode = 1;
  process.exit();
}

function watch(harness, settings) {
  const { TestWatch } = require('internal/test/watch');
  const runFiles = (files) => runInProcesses(harness, settings, files);
  return new TestWatch(harness, settings, () => listFiles(settings), runFiles).run();
}

// What tests have left behind may still fail.
function emptyLoop() {
  return new Promise((resolve) => process.once('beforeExit', resolve));
}

// What the processes of files are started with.
function addRunSettings(harness, settings) {
  let started = 0;
  settings.childEnv = () => {
    // In turn, whichever of them has ended: as many as run side by side.
    const id = started % harness.root.concurrency + 1;
    started += 1;
    return { ...(settings.env ?? process.env), NODE_TEST_CONTEXT: 'child-v8', NODE_TEST_WORKER_ID: `${id}`,
      ...(harness.coverage === undefined ? undefined : { NODE_V8_COVERAGE: harness.coverage.folder }),
      ...(settings.watch ? { WATCH_REPORT_DEPENDENCIES: '1' } : undefined) };
  };
  settings.childOptions = () => require('internal/test/child_options').childOptions(settings);
}

async function runInProcesses(harness, settings, files) {
  const { FileTest, runFile } = require('internal/test/file_test');
  const runs = [];
  for (const name of files) {
    const file = path.resolve(settings.cwd, name);
    const place = { __proto__: null, line: 1, column: 1, file };
    const fn = (context) => runFile(test, settings, context);
    const test = harness.root.create(FileTest, name, fn, { signal: settings.signal, timeout: Infinity }, place, undefined);
    runs.push(test.start());
  }
  await Promise.all(runs);
}

// All files are loaded first, then the tests run that they have made.
async function runHere(harness, settings, files) {
  const { importFrom } = require('internal/test/import_file');
  if (harness.held === undefined) hold(harness);
  process.env.NODE_TEST_WORKER_ID = '1';
  for (const name of files) await loadHere(harness, name, path.resolve(settings.cwd, name), importFrom);
  harness.bootstrap = null;
  harness.held.resolve();
  while (harness.runs.length > 0) await Promise.all(harness.runs.splice(0));
  await harness.root.childrenDone?.promise;
  harness.letGo();
}

// A file that makes no tests is a test itself.
async function loadHere(harness, name, file, importFrom) {
  const { root } = harness;
  const before = root.children.length;
  const place = { __proto__: null, line: 1, column: 1, file };
  harness.entryFile = file;
  let thrown;
  try {
    await importFrom(file);
  } catch (error) {
    thrown = { error };
  }
  for (let i = before; i < root.children.length; i++) root.children[i].entryFile = file;
  if (thrown === undefined && root.children.length > before) return;
  const fn = () => { if (thrown !== undefined) throw thrown.error; };
  const test = root.create(Test, name, fn, {}, place, undefined);
  // Why a file could not be loaded is no failure of a test.
  test.tellsAsIs = true;
  harness.startTest(test);
}

module.exports = { run, prepareProgram };
