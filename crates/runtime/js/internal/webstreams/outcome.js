// What becomes of a call of a script's function: it may return a promise, or be through already. A
// promise is made only where a script can see one.
'use strict';

const { queueMicrotask } = binding('task_queue');

const { then } = Promise.prototype;

// Returned by functions of the library in place of a promise: they will say themselves when they are through.
const LATER = Symbol('later');

// Not promise.then(): a script may have replaced that.
function react(promise, done, failed) {
  return Reflect.apply(then, promise, [done, failed]);
}

// Calls `done` or `failed` when `value` is settled, never at once: what is no promise is settled in the
// next microtask.
function follow(value, done, failed) {
  if (value === undefined || value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    queueMicrotask(done);
  } else {
    react(Promise.resolve(value), done, failed);
  }
}

// A promise for what `call` returns, never that promise itself: a script that counts microtasks sees it settled
// as late as the standard says. It is rejected if `call` throws.
function attempt(call) {
  return new Promise((resolve) => resolve(call()));
}

function ignore() {}

// Nobody has to look at this promise, even if it is rejected.
function markHandled(promise) {
  react(promise, undefined, ignore);
  return promise;
}

// Like Promise.withResolvers(), for promises that nobody has to look at.
function quietDeferred() {
  const deferred = Promise.withResolvers();
  markHandled(deferred.promise);
  return deferred;
}

module.exports = { LATER, attempt, follow, ignore, markHandled, queueMicrotask, quietDeferred, react };
