// What a worker knows of itself, and how it begins.
'use strict';

const { End } = require('internal/messaging/ends');
const { Control } = require('internal/worker/control');
const { ReadableWorkerStdio, WritableWorkerStdio } = require('internal/worker/stdio');

let control;
let parentPort = null;
let workerData = null;
let stdin;
let stdout;
let stderr;
let hasStdin = false;

// Takes what the thread that made it has sent, and runs its program.
function run() {
  const end = new End();
  end.native = binding('worker').takeControl();
  control = new Control(end, onControl);
  const { value: first } = control.take();
  control.start();
  parentPort = first.port;
  workerData = first.workerData;
  hasStdin = first.hasStdin;
  require('internal/worker/environment_data').receiveData(first.environmentData);
  require('internal/worker/process').install();
  if (first.reportsFiles) require('internal/modules/cjs').reportFiles((file) => control.post('loaded', file));
  if (first.trackUnmanagedFds !== false) binding('worker').trackFiles(warnOfFile);
  require('internal/worker/thread_messages').open();
  const lifecycle = require('internal/process/lifecycle');
  lifecycle.setFatalHandler(reportError, flush);
  if (binding('process').isTraced()) require('internal/tracing/categories').begin();
  control.post('online', loopStart());
  binding('process').markBootstrapComplete();
  runProgram(first);
}

// Somebody else has closed a file that this thread had opened, or the other way round.
function warnOfFile(fd, isOpening) {
  const what = isOpening ? 'opened in unmanaged mode twice' : 'closed but not opened in unmanaged mode';
  process.emitWarning(`File descriptor ${fd} ${what}`);
}

// In milliseconds since the process began.
function loopStart() {
  return binding('process').milestones()[3];
}

function runProgram({ kind, text }) {
  switch (kind) {
    case 'eval':
      require('internal/modules/eval').runEval(text, '[worker eval]', false);
      break;
    case 'url': {
      const { afterImports, fail, preload } = require('internal/modules/main');
      preload();
      afterImports(() => require('internal/modules/esm').runMain(text).then(undefined, fail));
      break;
    }
    default:
      require('internal/modules/main').runMain(text);
  }
}

function onControl(type, value) {
  switch (type) {
    case 'stdio': return standard('stdin').receive(value.chunks);
    case 'more': return standard(value).proceed();
    case 'question': return control.post('answer', { id: value.id, answer: answer(value.what) });
  }
}

function answer(what) {
  if (what === 'heapStatistics') return { ...require('v8').getHeapStatistics() };
  return undefined;
}

// A standard stream, made when it is first asked for.
function standard(name) {
  switch (name) {
    case 'stdin':
      if (stdin === undefined) {
        stdin = new ReadableWorkerStdio(control, 'stdin', true);
        if (!hasStdin) stdin.push(null);
      }
      return stdin;
    case 'stdout': return stdout ??= openWriter('stdout');
    default: return stderr ??= openWriter('stderr');
  }
}

function openWriter(name) {
  const stream = new WritableWorkerStdio(control, name);
  // pipe() does not end it: the output of a worker's own workers goes there.
  stream._isStdio = true;
  return stream;
}

// An error that nobody caught goes to the thread that made this one.
function reportError(error) {
  try {
    control.post('error', require('internal/worker/error').packError(error));
  } catch {
    control.post('failure', undefined);
  }
}

// What was written goes out before the thread ends.
function flush() {
  stdout?.flush();
  stderr?.flush();
}

module.exports = {
  run,
  standard,
  get parentPort() { return parentPort; },
  get workerData() { return workerData; },
};
