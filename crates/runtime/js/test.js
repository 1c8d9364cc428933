// The module `node:test`.
'use strict';

const { callPlace } = require('internal/test/call_place');
const { currentTest } = require('internal/test/current');

// Where a test that is made now belongs.
function parentOfNow() {
  const { mainHarness } = require('internal/test/main_harness');
  return currentTest() ?? mainHarness().root;
}

function makeTest(Class, name, options, fn, overrides, below) {
  const { readCall } = require('internal/test/test_options');
  const call = readCall(name, options, fn);
  const parent = parentOfNow();
  const made = parent.create(Class, call.name, call.fn, call.options, callPlace(below), overrides);
  if (made.parent.kind === 'suite') return Promise.resolve();
  return made.parent.parent === null ? made.harness.startTest(made) : made.start();
}

// `test` or `suite`, with its shorthands.
function makeFunction(load) {
  function test(name, options, fn) {
    return makeTest(load(), name, options, fn, undefined, test);
  }
  for (const option of ['expectFailure', 'skip', 'todo', 'only']) {
    const shorthand = (() => function(name, options, fn) {
      return makeTest(load(), name, options, fn, { [option]: true }, shorthand);
    })();
    test[option] = shorthand;
  }
  return test;
}

function makeHook(kind) {
  const hook = (() => function(fn, options) {
    const call = require('internal/test/hooks').readHookCall(fn, options);
    parentOfNow().addHook(kind, call.fn, call.options, callPlace(hook));
  })();
  return hook;
}

function getTestContext() {
  const test = currentTest();
  return test === undefined || test.isFinished || test.parent === null ? undefined : test.context;
}

function run(options) {
  return require('internal/test/run').run(options);
}

const test = makeFunction(() => require('internal/test/test').Test);
const suite = makeFunction(() => require('internal/test/suite').Suite);

Object.assign(test, {
  after: makeHook('after'),
  afterEach: makeHook('afterEach'),
  before: makeHook('before'),
  beforeEach: makeHook('beforeEach'),
  describe: suite,
  getTestContext,
  it: test,
  run,
  suite,
  test,
});

// Made when they are first asked for.
function defineLazily(name, make) {
  let value;
  Object.defineProperty(test, name, {
    __proto__: null,
    enumerable: true,
    configurable: true,
    get() {
      value ??= make();
      return value;
    },
  });
}

defineLazily('mock', () => {
  const { MockTracker } = require('internal/test/mock/tracker');
  return new MockTracker();
});
defineLazily('snapshot', () => {
  const { setDefaultSnapshotSerializers, setResolveSnapshotPath } = require('internal/test/snapshots');
  return { __proto__: null, setDefaultSnapshotSerializers, setResolveSnapshotPath };
});
defineLazily('assert', () => ({ __proto__: null, register: require('internal/test/assertions').register }));

module.exports = test;
