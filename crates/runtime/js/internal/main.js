// Starts the program that the command line names.
'use strict';

function run() {
  const native = binding('process');
  const { 0: kind, 1: text } = native.program();
  if (kind === 'worker') {
    require('internal/worker/thread').run();
    return;
  }
  const channel = native.envGet('NODE_CHANNEL_FD');
  if (channel !== undefined) require('internal/child_process/parent').connect(channel);
  if (native.hasOptions() && kind !== 'tests' && runOtherwise(kind, text)) return;
  if (native.envGet('WATCH_REPORT_DEPENDENCIES') !== undefined) reportFiles();
  if (native.hasOptions() && isRecorded()) require('internal/async_hooks').startRecording();
  if (native.isTraced()) require('internal/tracing/categories').begin();
  if (native.envGet('NODE_DEBUG')?.includes('module_timer')) require('internal/modules/timer').printTimes();
  const cache = native.envGet('NODE_COMPILE_CACHE');
  if (cache !== undefined) require('internal/modules/compile_cache').enableFromEnvironment(cache);
  const coverage = native.envGet('NODE_V8_COVERAGE');
  if (coverage !== undefined) require('internal/coverage').enableFromEnvironment(coverage);
  if (native.hasOptions() && isMeasured()) require('internal/coverage').start();
  const { runMain } = require('internal/modules/main');
  native.markBootstrapComplete();
  switch (kind) {
    case 'file':
      runMain(text);
      break;
    case 'tests': {
      const { prepareTests, runsHere } = require('internal/test/main');
      const { afterImports, preload } = require('internal/modules/main');
      const runFiles = prepareTests();
      // Processes of files import modules by themselves.
      if (runsHere()) {
        runFiles(() => {
          preload();
          return new Promise((resolve) => afterImports(resolve));
        });
      } else {
        preload();
        runFiles(undefined);
      }
      break;
    }
    case 'eval':
      runText(text, '[eval]', false);
      break;
    case 'print':
      runText(text, '[eval]', true);
      break;
    default:
      runText(binding('modules').readStdin(), '[stdin]', kind === 'printStdin');
  }
}

// What options make of the program: a script of a package, or a watch. False if they make nothing of it.
function runOtherwise(kind, text) {
  const { getOption, getOptions } = require('internal/process/options');
  const script = getOption('--run');
  if (script !== undefined) {
    require('internal/process/run_script').run(script, (kind === 'file' ? [text] : []).concat(process.argv.slice(2)));
    return true;
  }
  require('internal/process/permission').checkOptions();
  if (!getOption('--watch') && getOptions('--watch-path').length === 0) return false;
  if (getOption('--test')) return false;
  require('internal/process/watch').run(kind === 'file' ? text : undefined, process.argv.slice(2));
  return true;
}

function isMeasured() {
  return require('internal/process/options').getOption('--experimental-test-coverage') === true;
}

function isRecorded() {
  return require('internal/process/options').getOption('--record') !== undefined;
}

// A parent that watches wants to know which files are loaded.
function reportFiles() {
  if (typeof process.send !== 'function') return;
  require('internal/modules/cjs').reportFiles((file) => process.send({ 'watch:require': [file] }));
}

// A script that is in no file: it can be seen in `process._eval`.
function runText(text, name, print) {
  process._eval = text;
  require('internal/modules/eval').runEval(text, name, print);
}

module.exports = { run };
