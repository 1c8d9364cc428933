// The root of all tests, and what goes on around them: events, counts, errors that nobody caught, the end.
'use strict';

const { setInterval, clearInterval } = require('timers');
const { now } = require('internal/test/clock');
const { Test } = require('internal/test/test');
const { traceBody, traceEnd } = require('internal/test/trace');
const { TestsStream } = require('internal/test/tests_stream');
const { failure, kCancelledByParent } = require('internal/test/failure');

const noop = () => {};

class Harness {
  nextId = 0;
  success = true;
  attempt = 0;
  // What earlier attempts say, if failed tests alone are to run.
  past = undefined;
  stream = new TestsStream();
  counts = {
    __proto__: null,
    tests: 0, failed: 0, passed: 0, cancelled: 0, skipped: 0, todo: 0, topLevel: 0, suites: 0,
  };
  // Who knows what of the files was run, if that was asked for.
  coverage = undefined;
  // Settles when tests may run; null once they may.
  bootstrap = null;
  root;
  #isEnding = false;
  #isAfterRun = false;
  #tasks = [];
  #topNumber = 0;
  #onIdle;
  #draw;

  constructor(settings, place) {
    this.settings = settings;
    if (settings.rerunPath !== undefined) this.#prepareRerun();
    if (settings.coverage && !settings.isChild) {
      const { CoverageCollector } = require('internal/test/coverage/collector');
      this.coverage = new CoverageCollector(settings);
    }
    const options = { __proto__: null, timeout: settings.timeout, concurrency: settings.concurrency };
    this.root = new Test({ harness: this, parent: null, name: '<root>', fn: noop, options, place });
    this.root.startTime = now();
  }

  // Tests are made where they run, and written down where they are told of.
  #prepareRerun() {
    const { AttemptRecord, PastAttempts } = require('internal/test/rerun');
    const { cwd, isolation, isChild, rerunPath } = this.settings;
    if (isolation !== 'process') {
      this.past = new PastAttempts(rerunPath, cwd);
      this.attempt = this.past.attempt;
    }
    if (isChild) return;
    const record = new AttemptRecord(rerunPath, cwd, this.stream);
    this.stream.once('end', () => record.write());
  }

  get isRandom() {
    return this.settings.randomSeed !== undefined && this.settings.isolation !== 'process';
  }

  // The next of those that wait.
  takeNext(waiting) {
    if (!this.isRandom || waiting.length === 1) return waiting.shift();
    this.#draw ??= require('internal/test/random').createSeeded(this.settings.randomSeed);
    return waiting.splice(Math.floor(this.#draw() * waiting.length), 1)[0];
  }

  get workerId() {
    const { NODE_TEST_WORKER_ID } = process.env;
    return NODE_TEST_WORKER_ID === undefined ? undefined : Number(NODE_TEST_WORKER_ID);
  }

  // Of the file that the tests are run for, also for tests that other files make.
  filePathOf(test) {
    return test.entryFile ?? this.root.place?.file ?? test.place?.file;
  }

  count(test) {
    const { isCancelled, kind, parent, passed, skip, todo } = test;
    this.countResult({ kind, passed, skip, todo, isCancelled, isTop: parent === this.root });
  }

  countResult({ kind, passed, skip, todo, isCancelled, isTop }) {
    const { counts } = this;
    if (isTop) counts.topLevel++;
    if (!passed && todo === undefined) this.success = false;
    if (kind === 'suite') {
      counts.suites++;
      return;
    }
    counts.tests++;
    if (skip !== undefined) counts.skipped++;
    else if (todo !== undefined) counts.todo++;
    else if (isCancelled) counts.cancelled++;
    else if (passed) counts.passed++;
    else counts.failed++;
  }

  // Tests of files in processes of their own are numbered through.
  nextTopNumber() {
    this.#topNumber++;
    return this.#topNumber;
  }

  // `only` does nothing unless the program was asked for it.
  noteOnly(test) {
    if (this.settings.only || this.settings.isChild) return;
    test.diagnostic("'only' and 'runOnly' require the --test-only command-line option.");
  }

  startTest(test) {
    const result = this.#start(test);
    this.onStart?.(result);
    return result;
  }

  async #start(test) {
    if (this.bootstrap !== null) await this.bootstrap;
    const result = test.start();
    this.#watchForAfter();
    await result;
  }

  // The hooks after all tests run when there is none left for the first time.
  #watchForAfter() {
    if (this.#isAfterRun || this.root.childrenDone === undefined) return;
    this.#isAfterRun = true;
    this.root.childrenDone.promise.then(async () => {
      await this.#runAfter();
      this.#onIdle?.();
    });
  }

  // `--test-force-exit`: called when there is no test left for the first time.
  whenIdle(task) {
    this.#onIdle = task;
  }

  #afterHooks;

  #runAfter() {
    this.root.passed = true;
    this.#afterHooks ??= this.root.runAfter();
    return this.#afterHooks;
  }

  // For what is to be done when the tests are over.
  atEnd(task) {
    this.#tasks.push(task);
  }

  // When nothing goes on any more, or nothing is to go on.
  async end() {
    if (this.#isEnding) return;
    this.#isEnding = true;
    await this.bootstrap;
    const { root } = this;
    if (!root.isIdle) await this.#waitForTests();
    const pending = failure('Promise resolution is still pending but the event loop has already resolved',
                            kCancelledByParent);
    root.finish(pending);
    await traceBody(root, () => this.#runAfter());
    traceEnd(root);
    root.endTime = now();
    for (const task of this.#tasks) await task();
    if (root.error !== null) this.success = false;
    this.#reportFailedHook();
    this.#summarize();
  }

  // A test that waits for what never comes keeps the program running.
  async #waitForTests() {
    const { root } = this;
    const timer = setInterval(noop, 2 ** 31 - 1);
    await new Promise((resolve) => { root.onIdle = resolve; });
    root.onIdle = undefined;
    clearInterval(timer);
  }

  // A hook after all tests that failed is told as if it were a test.
  #reportFailedHook() {
    const { root, stream } = this;
    const { error, failedHook, place } = root;
    if (failedHook === undefined) return;
    stream.forward('test:fail', {
      __proto__: null, name: place?.file ?? root.name, nesting: 0, testNumber: this.counts.topLevel + 1, testId: root.id,
      parentId: undefined, details: { __proto__: null, duration_ms: root.duration, error }, tags: root.tags,
      ...failedHook.place,
    });
  }

  // A round of watch mode is through: the next begins to count anew.
  endRound() {
    const { root, stream } = this;
    root.endTime = now();
    stream.signal('test:watch:drained');
    this.#tell();
    for (const name of Object.keys(this.counts)) this.counts[name] = 0;
    this.#topNumber = 0;
    root.children = [];
    root.startTime = now();
    root.endTime = null;
  }

  #summarize() {
    if (this.coverage !== undefined) this.#measure();
    this.#tell();
    this.stream.end();
  }

  #measured;

  #measure() {
    try {
      this.#measured = this.coverage.summarize();
    } catch (error) {
      this.root.diagnostic(`Warning: Could not report code coverage. ${error}`);
      this.success = false;
    }
    try {
      this.coverage.cleanUp();
    } catch (error) {
      this.root.diagnostic(`Warning: Could not clean up code coverage. ${error}`);
    }
  }

  #tellCoverage() {
    const { root: { place }, stream } = this;
    const { thresholds, totals } = this.#measured;
    const actual = {
      __proto__: null,
      line: totals.coveredLinePercent, branch: totals.coveredBranchPercent, function: totals.coveredFunctionPercent,
    };
    for (const kind of Object.keys(thresholds)) {
      if (actual[kind] >= thresholds[kind]) continue;
      this.success = false;
      process.exitCode = 1;
      const message = `Error: ${actual[kind].toFixed(2)}% ${kind} coverage does not meet threshold of ${thresholds[kind]}%.`;
      stream.diagnostic(0, place, message, 'error');
    }
    stream.coverage(0, place, this.#measured);
  }

  #tell() {
    const { counts, root, stream } = this;
    const { place, duration } = root;
    stream.plan(0, place, counts.topLevel);
    for (const { message, level } of root.diagnostics) stream.diagnostic(0, place, message, level);
    if (!this.settings.isChild) {
      stream.diagnostic(0, place, `tests ${counts.tests}`);
      stream.diagnostic(0, place, `suites ${counts.suites}`);
      stream.diagnostic(0, place, `pass ${counts.passed}`);
      stream.diagnostic(0, place, `fail ${counts.failed}`);
      stream.diagnostic(0, place, `cancelled ${counts.cancelled}`);
      stream.diagnostic(0, place, `skipped ${counts.skipped}`);
      stream.diagnostic(0, place, `todo ${counts.todo}`);
      stream.diagnostic(0, place, `duration_ms ${duration}`);
    }
    if (this.#measured !== undefined) this.#tellCoverage();
    stream.summary(0, place?.file, this.success, { __proto__: null, ...counts }, duration);
  }
}

module.exports = { Harness };
