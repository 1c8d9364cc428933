// What the functions of tests, suites and hooks get.
'use strict';

const { validateString } = require('internal/validators');
const { callPlace } = require('internal/test/call_place');

class SuiteContext {
  #suite;

  constructor(suite) {
    this.#suite = suite;
  }

  get signal() {
    return this.#suite.abortSignal;
  }

  get name() {
    return this.#suite.name;
  }

  get filePath() {
    return this.#suite.harness.filePathOf(this.#suite);
  }

  get fullName() {
    return this.#suite.fullName;
  }

  get passed() {
    return this.#suite.passed;
  }

  get attempt() {
    return this.#suite.harness.attempt;
  }

  diagnostic(message) {
    this.#suite.diagnostic(message);
  }

  log(message, data) {
    validateString(message, 'message');
    this.#suite.harness.stream.log(this.#suite, message, data);
  }
}

class TestContext {
  #test;
  #assert;
  #mock;

  constructor(test) {
    this.#test = test;
  }

  // For the library alone.
  static testOf(context) {
    return context.#test;
  }

  get signal() {
    return this.#test.abortSignal;
  }

  get name() {
    return this.#test.name;
  }

  get filePath() {
    return this.#test.harness.filePathOf(this.#test);
  }

  get fullName() {
    return this.#test.fullName;
  }

  get error() {
    return this.#test.error;
  }

  get passed() {
    return this.#test.passed;
  }

  get attempt() {
    return this.#test.harness.attempt;
  }

  get tags() {
    return this.#test.tags;
  }

  get workerId() {
    return this.#test.harness.workerId;
  }

  diagnostic(message) {
    this.#test.diagnostic(message);
  }

  log(message, data) {
    validateString(message, 'message');
    this.#test.harness.stream.log(this.#test, message, data);
  }

  plan(count, options = {}) {
    const test = this.#test;
    if (test.plan !== null) {
      const { failure, kTestCode } = require('internal/test/failure');
      throw failure('cannot set plan more than once', kTestCode);
    }
    test.setPlan(count, options);
  }

  get assert() {
    this.#assert ??= require('internal/test/assertions').assertionsFor(this, this.#test);
    return this.#assert;
  }

  get mock() {
    if (this.#mock === undefined) {
      const { MockTracker } = require('internal/test/mock/tracker');
      this.#mock = new MockTracker();
      this.#test.mocks = this.#mock;
    }
    return this.#mock;
  }

  runOnly(value) {
    const test = this.#test;
    test.runsOnly = Boolean(value);
    test.harness.noteOnly(test);
  }

  skip(message) {
    this.#test.skip = message ?? true;
  }

  todo(message) {
    this.#test.todo = message ?? true;
  }

  test(name, options, fn) {
    return startWithin(this.#test, name, options, fn, TestContext.prototype.test);
  }

  before(fn, options) {
    addHook(this.#test, 'before', fn, options, TestContext.prototype.before);
  }

  after(fn, options) {
    addHook(this.#test, 'after', fn, options, TestContext.prototype.after);
  }

  beforeEach(fn, options) {
    addHook(this.#test, 'beforeEach', fn, options, TestContext.prototype.beforeEach);
  }

  afterEach(fn, options) {
    addHook(this.#test, 'afterEach', fn, options, TestContext.prototype.afterEach);
  }

  waitFor(condition, options) {
    return require('internal/test/wait_for').waitFor(condition, options);
  }
}

function startWithin(parent, name, options, fn, below) {
  const { readCall } = require('internal/test/test_options');
  const { Test } = require('internal/test/test');
  const call = readCall(name, options, fn);
  const test = parent.create(Test, call.name, call.fn, call.options, callPlace(below), undefined);
  return test.start();
}

function addHook(test, kind, fn, options, below) {
  const call = require('internal/test/hooks').readHookCall(fn, options);
  test.addHook(kind, call.fn, call.options, callPlace(below));
}

const { testOf } = TestContext;
delete TestContext.testOf;

module.exports = { TestContext, SuiteContext, testOf };
