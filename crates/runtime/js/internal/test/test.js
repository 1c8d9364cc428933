// A test: how it is started, run and ended, and how it waits for the tests within it.
'use strict';

const { AbortController } = require('internal/abort_controller');
const { now, toMilliseconds } = require('internal/test/clock');
const {
  asFailure, failure, isFailure, kAborted, kCancelledByParent, kExpected, kHook, kParentFinished, kSubtests, kTestCode, kTimeout,
} = require('internal/test/failure');
const { call } = require('internal/test/call');
const { Hooks } = require('internal/test/hooks');
const { passJobs } = require('internal/test/jobs');
const { Stop } = require('internal/test/stop');
const {
  kNoTags, readConcurrency, readExpectation, readMark, readSignal, readTags, readTimeout,
} = require('internal/test/test_options');
const { isFilteredOut } = require('internal/test/filters');
const { traceBody, traceEnd, traceError } = require('internal/test/trace');
const { Turns } = require('internal/test/turns');

const noop = () => {};

class Test {
  kind = 'test';
  passed = false;
  error = null;
  // Whether what it throws is told as it is, and not as why a test failed.
  tellsAsIs = false;
  isCancelled = false;
  isFinished = false;
  isFiltered = false;
  isStartReported = false;
  number = 0;
  startTime = null;
  endTime = null;
  children = [];
  diagnostics = [];
  hooks = new Hooks();
  plan = null;
  // Its mocks, once there are any.
  mocks = undefined;
  // Whether tests within it need the option `only`.
  runsOnly = false;
  hasOnlyInside = false;
  // Settles when the tests within it are through for the first time.
  childrenDone;
  turns;
  active = 0;
  pending = [];
  #controller;
  #isAborted = false;
  #isCounted = false;
  #stop;
  #context;

  constructor({ harness, parent, name, fn, options, place }) {
    this.harness = harness;
    this.parent = parent;
    this.id = harness.nextId++;
    this.nesting = parent === null ? 0 : parent.parent === null ? 0 : parent.nesting + 1;
    this.place = place;
    this.turns = new Turns(this);
    this.past = parent === null ? undefined : harness.past?.take(place);
    this.#readOptions(name, fn, options);
    parent?.adopt(this);
  }

  #readOptions(name, fn, options) {
    const { parent } = this;
    this.name = typeof name === 'string' && name !== '' ? name : fn?.name || '<anonymous>';
    this.timeout = readTimeout(options.timeout, parent?.timeout ?? Infinity);
    // Whether tests say so, and not the command line.
    this.isTimeoutGiven = parent !== null && (options.timeout !== undefined || parent.isTimeoutGiven);
    this.concurrency = readConcurrency(options.concurrency, parent?.concurrency ?? 1, parent === null);
    this.signal = readSignal(options.signal);
    this.tags = readTags(options.tags, parent?.tags ?? kNoTags);
    this.only = options.only;
    this.skip = readMark(options.skip);
    this.todo = readMark(options.todo) ?? parent?.todo;
    this.expectation = readExpectation(options.expectFailure) ?? parent?.expectation;
    this.fn = typeof fn === 'function' ? fn : noop;
    if (options.plan !== undefined) this.setPlan(options.plan, undefined);
    if (this.signal === undefined) return;
    if (this.signal.aborted) this.#onSignal();
    else this.signal.addEventListener('abort', this.#onSignal, { __proto__: null, once: true });
  }

  #onSignal = () => {
    this.cancel(failure(this.signal.reason, kAborted));
  };

  setPlan(count, options) {
    const { Plan } = require('internal/test/plan');
    this.plan = new Plan(count, options);
  }

  // What is passed to the function of the test.
  get context() {
    this.#context ??= this.makeContext();
    return this.#context;
  }

  makeContext() {
    const { TestContext } = require('internal/test/context');
    return new TestContext(this);
  }

  get fullName() {
    const isTop = this.parent === null || this.parent.parent === null;
    return isTop ? this.name : `${this.parent.fullName} > ${this.name}`;
  }

  get abortSignal() {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  // Aborts what the test has under way, and no longer waits for it.
  abort(reason) {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#controller?.abort();
    this.#stop?.stop(reason);
  }

  adopt(child) {
    this.children.push(child);
    // Tests within a running test do not say what else is to run.
    if (!child.only) return;
    for (let test = this; test !== null; test = test.parent) {
      if (test.kind === 'test' && test.parent !== null) return;
      test.hasOnlyInside = true;
    }
  }

  // Makes a test within this one.
  create(Class, name, fn, options, place, overrides) {
    if (this.isFinished || this.isClosed) return this.#createTooLate(Class, name, fn, place);
    this.plan?.count();
    return new Class({
      harness: this.harness, parent: this, name, fn, options: { __proto__: null, ...options, ...overrides }, place,
    });
  }

  // It is told as a test of the root, and fails.
  #createTooLate(Class, name, fn, place) {
    const { root } = this.harness;
    const parent = root.isFinished ? this : root;
    const test = new Class({ harness: this.harness, parent, name, fn: undefined, options: { __proto__: null }, place });
    test.name = typeof name === 'string' && name !== '' ? name : fn?.name || '<anonymous>';
    const error = failure('test could not be started because its parent finished', kParentFinished);
    Error.captureStackTrace(error, Test.prototype.create);
    test.fail(error);
    return test;
  }

  // Whether it takes no more tests.
  get isClosed() {
    return false;
  }

  // Whether it can still get tests of its own before it runs.
  get isOpen() {
    return false;
  }

  get hasRoom() {
    return this.active < this.concurrency;
  }

  // Runs it as soon as its parent has room for it.
  start() {
    const { parent, harness: { stream } } = this;
    this.isFiltered = !this.isOpen && isFilteredOut(this);
    if (this.isFiltered) return this.#leaveOut();
    parent.childrenDone ??= Promise.withResolvers();
    if (!this.harness.isRandom) this.number = parent.turns.take(this);
    stream.enqueue(this, this.kind);
    if (parent.hasRoom && !this.harness.isRandom) {
      stream.dequeue(this, this.kind);
      return this.run();
    }
    const { promise, resolve } = Promise.withResolvers();
    parent.pending.push({ test: this, resolve });
    if (this.harness.isRandom) parent.startPendingSoon();
    return promise;
  }

  #leaveOut() {
    this.passed = true;
    this.isFinished = true;
    return Promise.resolve();
  }

  // All that are made at once take part in the draw.
  startPendingSoon() {
    if (this.pending.length === 1) Promise.resolve().then(() => this.startPending());
  }

  startPending() {
    while (this.pending.length > 0 && this.hasRoom) {
      const { test, resolve } = this.harness.takeNext(this.pending);
      if (test.number === 0) test.number = this.turns.take(test);
      this.harness.stream.dequeue(test, this.kind);
      resolve(test.run());
    }
  }

  // How long it may take.
  get limit() {
    return this.timeout;
  }

  // Takes up room of its parent.
  occupy() {
    if (this.parent === null) return;
    this.#isCounted = true;
    this.parent.active++;
  }

  get isStopped() {
    return this.error !== null || this.isFinished;
  }

  async run() {
    this.occupy();
    this.startTime ??= now();
    if (this.isStopped || this.skip !== undefined) {
      if (this.skip !== undefined) this.pass();
      this.finish();
      return;
    }
    this.#stop = new Stop(this.limit, undefined);
    try {
      await this.runBody(this.#stop);
      this.pass();
    } catch (error) {
      this.#takeError(error);
      traceError(this, error);
    }
    traceEnd(this);
    await this.runHooksAfter();
    this.#stop.end();
    this.finish();
  }

  // What it does: nothing but to make its tests if it has passed in an earlier attempt.
  get body() {
    const { past } = this;
    return past === undefined ? this.fn : () => require('internal/test/rerun').replay(this, past);
  }

  async runBody(stop) {
    const { parent } = this;
    if (parent.hooks.beforeRun !== undefined) await parent.hooks.beforeRun;
    if (this.#hasEach('beforeEach')) await this.#runEach('beforeEach');
    const result = traceBody(this, () => call(this.body, this, this.context, this.context));
    await Promise.race([result, stop.promise]);
    await passJobs(2);
    if (this.childrenDone !== undefined) {
      await Promise.race([this.childrenDone.promise, stop.promise]);
      await passJobs(2);
    }
    if (this.plan !== null) await Promise.race([this.plan.check(), stop.promise]);
  }

  #takeError(error) {
    if (isFailure(error) && (error.failureType === kTimeout || error.failureType === kAborted)) this.cancel(error);
    else this.fail(this.tellsAsIs ? error : asFailure(error, kTestCode));
  }

  #hasEach(kind) {
    for (let owner = this.parent; owner !== null; owner = owner.parent) {
      if (owner.hooks[kind].length > 0) return true;
    }
    return false;
  }

  // Those of the outermost come first, and last when it is over.
  async #runEach(kind) {
    const owners = [];
    for (let owner = this.parent; owner !== null; owner = owner.parent) {
      if (owner.hooks[kind].length > 0) owners.push(owner);
    }
    if (kind === 'beforeEach') owners.reverse();
    for (const owner of owners) {
      for (const hook of owner.hooks[kind]) await hook.run(this.context);
    }
  }

  // They run however the test ended; the first that fails keeps the others from running.
  async runHooksAfter() {
    if (this.#hasEach('afterEach')) {
      try {
        await this.#runEach('afterEach');
      } catch (error) {
        this.fail(asFailure(error, kHook));
      }
    }
    if (this.hooks.after.length > 0) await this.runAfter();
  }

  async runAfter() {
    for (const hook of this.hooks.after) {
      try {
        await hook.run(this.context);
      } catch (error) {
        this.failedHook = hook;
        this.fail(asFailure(error, kHook));
        return;
      }
    }
  }

  // A hook before the tests within a test that runs already runs at once.
  addHook(kind, fn, options, place) {
    const hook = this.hooks.add(kind, this, fn, options, place);
    if (kind !== 'before' || this.startTime === null || this.kind === 'suite') return;
    const { beforeRun } = this.hooks;
    const run = hook.run(this.context);
    this.hooks.beforeRun = beforeRun === undefined ? run : Promise.all([beforeRun, run]);
    this.hooks.beforeRun.then(undefined, (error) => this.fail(failure(error.cause, kTestCode)));
  }

  pass() {
    if (this.error !== null) return;
    if (this.expectation === undefined || this.skip !== undefined) this.passed = true;
    else this.error = failure('test was expected to fail but passed', kExpected);
  }

  fail(error) {
    if (this.error !== null) return;
    this.error = error;
    this.passed = this.isExpectedFailure(error);
  }

  isExpectedFailure(error) {
    if (this.expectation === undefined || this.skip !== undefined) return false;
    const { match } = this.expectation;
    if (match === undefined) return true;
    return require('internal/test/expectation').matches(error, match);
  }

  cancel(error) {
    if (this.isFinished) return;
    this.fail(error ?? failure('test did not finish before its parent and was cancelled', kCancelledByParent));
    this.isCancelled = true;
    this.abort(this.error);
  }

  // Ends it, and with it all that is unfinished within it.
  finish(pendingError = undefined) {
    this.endTime ??= now();
    this.startTime ??= this.endTime;
    this.signal?.removeEventListener('abort', this.#onSignal);
    this.mocks?.reset();
    const failed = this.#finishChildren(pendingError);
    if (failed > 0 && this.parent !== null) {
      this.fail(failure(`${failed} ${failed > 1 ? 'subtests' : 'subtest'} failed`, kSubtests));
    }
    const wasFinished = this.isFinished;
    this.isFinished = true;
    // What still goes by its signal is to end with it.
    if (this.parent !== null) this.abort(this.error);
    if (this.parent === null) return;
    // Also if it was never started.
    if (this.number === 0) this.number = this.parent.turns.take(this);
    this.harness.stream.complete(this, this.passed);
    if (!wasFinished) this.#leaveParent();
  }

  #leaveParent() {
    const { parent } = this;
    if (this.#isCounted) parent.active--;
    this.#isCounted = false;
    parent.childEnded();
  }

  #finishChildren(pendingError) {
    let failed = 0;
    for (const child of this.children) {
      if (!child.isFinished) {
        child.cancel(pendingError);
        child.finish(pendingError);
      }
      if (!child.passed && child.todo === undefined) failed++;
    }
    this.pending = [];
    return failed;
  }

  childEnded() {
    this.turns.flush();
    this.startPending();
    if (!this.isIdle) return;
    this.childrenDone?.resolve();
    this.onIdle?.();
  }

  // Its turn to be told of has come, though it may still run.
  onTurn() {
    this.turns.flush();
  }

  // Whether nothing within it runs or waits.
  get isIdle() {
    return this.active === 0 && this.pending.length === 0;
  }

  get duration() {
    return toMilliseconds(this.endTime - this.startTime);
  }

  // Tells how it went, which is when its turn has come.
  report() {
    const { stream } = this.harness;
    if (this.isFiltered) return;
    this.harness.count(this);
    const { count } = this.turns;
    if (count > 0) stream.plan(this.nesting + 1, this.place, count);
    else this.reportStart();
    stream.outcome(this, this.passed);
    for (const { message, level } of this.diagnostics) stream.diagnostic(this.nesting, this.place, message, level);
  }

  reportStart() {
    if (this.isStartReported || this.parent === null) return;
    this.isStartReported = true;
    this.parent.reportStart();
    this.harness.stream.start(this);
  }

  // What events tell of a test that has ended.
  describe() {
    const details = { __proto__: null, duration_ms: this.duration, type: this.kind };
    if (!this.passed) details.error = this.error;
    if (this.harness.past !== undefined) this.#describeAttempt(details);
    const names = [];
    for (let test = this.parent; test !== null && test.parent !== null; test = test.parent) names.unshift(test.name);
    const classname = names.length > 0 ? { classname: names.join('.') } : undefined;
    return { details: Object.assign(details, classname), classname, directive: this.directive };
  }

  #describeAttempt(details) {
    details.attempt = this.harness.attempt;
    if (this.past === undefined || !this.passed) return;
    details.passed_on_attempt = this.past.passed_on_attempt;
    if (this.kind !== 'suite') details.duration_ms = this.past.duration_ms;
  }

  get directive() {
    if (this.skip !== undefined) return { skip: this.skip };
    if (this.todo !== undefined) return { todo: this.todo };
    if (this.expectation !== undefined) return { expectFailure: this.expectation.label ?? true };
    return undefined;
  }

  diagnostic(message, level) {
    this.diagnostics.push({ message, level });
  }
}

module.exports = { Test };
