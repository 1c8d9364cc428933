// A test file that runs in a process of its own: what is told of its tests becomes part of what is told here.
'use strict';

const { Test } = require('internal/test/test');
const { failure, kAborted, kCancelledByParent, kSubtests, kTestCode, kTimeout } = require('internal/test/failure');
const { Decoder } = require('internal/test/wire');

// These are told at once; all else in the order of the files.
const kImmediate = ['test:enqueue', 'test:dequeue', 'test:complete', 'test:log'];
const kCancellations = [kCancelledByParent, kAborted, kTimeout];

class FileTest extends Test {
  isNeverFiltered = true;
  #waiting = [];
  #told = 0;
  #failed = 0;
  child;

  // An event of the process.
  take({ type, data }) {
    if (type === 'test:plan' && data.nesting === 0) return;
    if (data !== undefined && data !== null) data.entryFile = this.place.file;
    if (kImmediate.includes(type)) this.harness.stream.forward(type, data);
    else this.#tell({ type, data });
  }

  output(type, message) {
    const { file } = this.place;
    this.#tell({ type, data: { __proto__: null, file, message, entryFile: file } });
  }

  #tell(event) {
    if (this.turns.isOurs) this.#send(event);
    else this.#waiting.push(event);
  }

  onTurn() {
    this.flushOutput();
  }

  // What had to wait for this file's turn.
  flushOutput() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) this.#send(event);
  }

  #send({ type, data }) {
    if (type === 'test:pass' || type === 'test:fail') this.#count(type, data);
    this.harness.stream.forward(type, data);
  }

  #count(type, data) {
    const passed = type === 'test:pass';
    if (data.nesting === 0) {
      this.#told++;
      data.testNumber = this.harness.nextTopNumber();
      if (!passed && data.todo === undefined) this.#failed++;
    }
    const { failureType } = data.details.error ?? {};
    this.harness.countResult({
      kind: data.details.type, passed, skip: data.skip, todo: data.todo, isTop: data.nesting === 0,
      isCancelled: !passed && kCancellations.includes(failureType),
    });
  }

  // When the process is over.
  ended(code, signal) {
    if (code === 0 && signal === null) return;
    const kind = this.#failed > 0 || this.#hasWaitingFailure() ? kSubtests : kTestCode;
    const error = failure('test failed', kind);
    throw Object.assign(error, { exitCode: code, signal });
  }

  #hasWaitingFailure() {
    return this.#waiting.some(({ type, data }) => type === 'test:fail' && data.nesting === 0 && data.todo === undefined);
  }

  // A file whose tests were told of is not told of itself, unless it failed for another reason.
  report() {
    this.flushOutput();
    if (this.#told > 0 && (this.passed || this.error?.failureType === kSubtests)) {
      if (!this.passed) this.harness.success = false;
      return;
    }
    this.number = this.harness.nextTopNumber();
    super.report();
  }
}

// Resolves when the process is over; rejects if it failed.
async function runFile(test, settings, context) {
  const { spawn } = require('child_process');
  const child = spawn(process.execPath, argumentsFor(test.place.file, settings), {
    __proto__: null, signal: context.signal, encoding: 'utf8', cwd: settings.cwd, env: settings.childEnv(),
    stdio: settings.watch ? ['pipe', 'pipe', 'pipe', 'ipc'] : ['pipe', 'pipe', 'pipe'],
  });
  if (settings.watch) child.on('message', (message) => settings.onLoaded(test.place.file, message));
  test.child = child;
  const decoder = new Decoder((event) => test.take(event), (bytes) => test.output('test:stdout', bytes.toString()));
  child.stdout.on('data', (chunk) => decoder.take(chunk));
  child.stdout.on('end', () => decoder.end());
  forwardLines(child.stderr, (line) => test.output('test:stderr', line));
  const { promise, resolve } = Promise.withResolvers();
  let failed;
  child.on('error', (error) => { failed = error; });
  child.on('close', (code, signal) => resolve({ code, signal }));
  const { code, signal } = await promise;
  test.child = undefined;
  if (child.pid === undefined) throw failed;
  test.ended(code, signal);
}

function forwardLines(stream, onLine) {
  const { createInterface } = require('readline');
  createInterface({ __proto__: null, input: stream }).on('line', (line) => onLine(`${line}\n`));
}

function argumentsFor(file, settings) {
  return [...settings.childOptions(), file, ...settings.argv];
}

module.exports = { FileTest, runFile };
