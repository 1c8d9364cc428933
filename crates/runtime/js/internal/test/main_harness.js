// The harness of tests that a program makes by itself: their outcome is printed, and decides the exit code.
'use strict';

const { Harness } = require('internal/test/harness');
const { watchErrors } = require('internal/test/uncaught');

let harness;

function mainHarness() {
  harness ??= make();
  return harness;
}

// run() without processes has its own harness take the place of this one for a while.
function replaceMainHarness(another) {
  const before = harness;
  harness = another;
  return () => { harness = before; };
}

function entryPlace() {
  const file = process.argv[1];
  if (file === undefined || process._eval !== undefined) return undefined;
  return { __proto__: null, line: 1, column: 1, file };
}

function make() {
  const { settingsOfProgram } = require('internal/test/settings');
  const settings = settingsOfProgram();
  const made = new Harness(settings, entryPlace());
  made.bootstrap = startUp(made).then(() => { made.bootstrap = null; });
  endWithProgram(made);
  return made;
}

async function startUp(made) {
  const { settings } = made;
  await require('internal/test/reporters/set_up').setUp(made);
  if (settings.isChild || settings.globalSetupPath === undefined) return;
  const teardown = await require('internal/test/global_setup').setUp(settings);
  if (teardown !== undefined) made.atEnd(teardown);
}

function endWithProgram(made) {
  const stopWatching = watchErrors(made);
  const onBeforeExit = () => {
    end();
  };
  async function end() {
    process.removeListener('beforeExit', onBeforeExit);
    await made.end();
    if (!made.success) process.exitCode = 1;
    stopWatching();
    process.removeListener('exit', onExit);
  }
  // The program leaves before the tests are through.
  function onExit() {
    made.root.finish(undefined);
    if (!made.success) process.exitCode = 1;
  }
  process.on('beforeExit', onBeforeExit);
  process.on('exit', onExit);
  if (made.settings.forceExit) made.whenIdle(() => end().then(() => exitWhenWritten(made)));
}

async function exitWhenWritten(made) {
  await made.written;
  process.exit();
}

module.exports = { mainHarness, replaceMainHarness };
