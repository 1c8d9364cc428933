// Hooks of tests and suites: what runs before and after them, and before and after each test in them.
'use strict';

const { validateFunction, validateObject } = require('internal/validators');
const { failure, isFailure, kAborted, kHook, kRejection, kTimeout, kUncaught } = require('internal/test/failure');
const { call } = require('internal/test/call');
const { readSignal, readTimeout } = require('internal/test/test_options');
const { passJobs } = require('internal/test/jobs');
const { Stop } = require('internal/test/stop');

class Hook {
  // While it runs: what stops it.
  #stop;

  constructor(kind, owner, fn, options, place) {
    this.kind = kind;
    this.owner = owner;
    this.fn = fn;
    this.timeout = readTimeout(options.timeout, owner.timeout);
    this.signal = readSignal(options.signal);
    this.place = place;
  }

  // Runs it for a test or suite, whose context it gets, though it belongs to its owner. Rejects with a failure of kind
  // `hookFailed`. With an option it is stopped as a test is.
  async run(context) {
    const stop = new Stop(this.timeout, this.signal);
    this.#stop = stop;
    try {
      stop.throwIfStopped();
      const result = call(this.fn, this, context, context);
      await Promise.race([result, stop.promise]);
      await passJobs(4);
      stop.throwIfStopped();
    } catch (error) {
      throw describe(error);
    } finally {
      this.#stop = undefined;
      stop.end();
    }
  }

  get isFinished() {
    return this.#stop === undefined;
  }

  get name() {
    return this.kind;
  }

  fail() {}

  abort(reason) {
    this.#stop?.stop(reason);
  }
}

const kStops = [kAborted, kUncaught, kRejection];

function describe(error) {
  if (isFailure(error) && error.failureType === kTimeout) return error;
  return failure(isFailure(error) && kStops.includes(error.failureType) ? error.cause : error, kHook);
}

// The hooks of one test or suite.
class Hooks {
  before = [];
  after = [];
  beforeEach = [];
  afterEach = [];
  // Settles when those before are through; undefined until they are started.
  beforeRun;

  add(kind, owner, fn, options, place) {
    const hook = new Hook(kind, owner, fn, options, place);
    this[kind].push(hook);
    return hook;
  }
}

function readHookCall(fn, options) {
  if (fn !== undefined) validateFunction(fn, 'fn');
  if (options !== undefined) validateObject(options, 'options');
  return { fn: fn ?? (() => {}), options: options ?? {} };
}

module.exports = { Hooks, readHookCall };
