// Which test runs: it goes along with the async context, so that whatever a test has started is known to be its own.
'use strict';

const { AsyncLocalStorage } = require('internal/async_local_storage');

const storage = new AsyncLocalStorage();

// A test, a suite or a hook.
function currentScope() {
  return storage.getStore();
}

// What is made in a hook belongs to the test or suite that has the hook.
function currentTest() {
  const scope = storage.getStore();
  return scope?.owner ?? scope;
}

function runIn(scope, fn, self, args) {
  return storage.run(scope, () => Reflect.apply(fn, self, args));
}

module.exports = { currentScope, currentTest, runIn };
