// How ES modules whose graph is there come to run, and how many promise jobs pass meanwhile: as many as in Node.
'use strict';

const native = binding('esm');
const { getPromiseDetails } = binding('util');

const kPending = 0;
const kRejected = 2;

// Promise jobs between `import()` and the run of a module that imports nothing; each level of modules below it takes two more.
const kBeforeRun = 5;
const kForLevel = 2;
// Between `import()` and the look at a module that has begun to run.
const kBeforeLook = 2;
// After a module has run, or has failed, until those who wait for it are told.
const kAfterRun = 4;

// More levels than that are run one by one: the engine would need a stack for them.
const kDeep = 500;

const resolved = Promise.resolve();

// Calls a function in the promise job after so many others.
function inJobs(count, run) {
  if (count === 0) run();
  else resolved.then(() => inJobs(count - 1, run));
}

function link(entry) {
  if (entry.isLinked) return;
  if (entry.linkError !== undefined) throw entry.linkError;
  try {
    if (entry.depth > kDeep) byDepth(entry, (one) => native.link(one.handle));
    native.link(entry.handle);
  } catch (error) {
    entry.linkError = require('internal/modules/esm_errors').describeLinkError(error, entry);
    throw entry.linkError;
  }
  entry.isLinked = true;
}

// Calls a function for each module of a graph, after those that it imports.
function byDepth(root, call) {
  const seen = new Set([root]);
  const path = [{ entry: root, next: 0 }];
  while (path.length !== 0) {
    const step = path[path.length - 1];
    const imports = step.entry.imports ?? [];
    if (step.next === imports.length) {
      path.pop();
      if (call(step.entry) === false) return;
      continue;
    }
    const entry = imports[step.next++];
    if (seen.has(entry)) continue;
    seen.add(entry);
    path.push({ entry, next: 0 });
  }
}

// Runs a module that is linked: its promise.
function evaluate(entry) {
  if (entry.evaluation !== undefined) return entry.evaluation;
  if (entry.depth > kDeep) {
    byDepth(entry, (one) => {
      native.link(one.handle);
      const promise = native.evaluate(one.handle);
      if (one !== entry) promise.then(undefined, () => {});
      return getPromiseDetails(promise)[0] !== kRejected;
    });
  }
  entry.evaluation = native.evaluate(entry.handle);
  return entry.evaluation;
}

// Modules whose graph is there and that are about to run.
const waitingRoots = new Set();

// Whether a module is about to run for somebody who imports it, or another one that needs it.
function isAwaited(entry) {
  if (waitingRoots.size === 0 || entry.evaluation !== undefined || native.status(entry.handle) >= kEvaluating) return false;
  let found = false;
  waitingRoots.forEach((root) => {
    if (found || isRunning(root)) return;
    byDepth(root, (one) => {
      found ||= one === entry;
      return !found;
    });
  });
  return found;
}

// Has a module run, and calls one of two functions when it is through. The graph is there.
function whenRun(entry, done, failed) {
  if (entry.linkError !== undefined) {
    inJobs(kBeforeLook + kAfterRun, () => failed(entry.linkError));
  } else if (entry.evaluation !== undefined) {
    inJobs(entry.wasRequired ? 0 : kBeforeLook, () => tell(entry, done, failed));
  } else if (entry.waiting !== undefined) {
    entry.waiting.push({ done, failed });
  } else {
    entry.waiting = [{ done, failed }];
    waitingRoots.add(entry);
    inJobs(kBeforeRun + kForLevel * entry.depth, () => runWaiting(entry));
  }
}

function runWaiting(entry) {
  // It runs already, and hooks that it has asked for something have let promise jobs run: it is told of when it is through.
  if (isRunning(entry)) return;
  const { waiting } = entry;
  // Whoever came while it ran was told with the others.
  if (waiting === undefined) return;
  entry.waiting = undefined;
  waitingRoots.delete(entry);
  try {
    link(entry);
    evaluate(entry);
  } catch (error) {
    inJobs(kAfterRun, () => waiting.forEach(({ failed }) => failed(error)));
    return;
  }
  const others = entry.waiting ?? [];
  entry.waiting = undefined;
  waitingRoots.delete(entry);
  waiting.concat(others).forEach(({ done, failed }) => tell(entry, done, failed));
}

function tell(entry, done, failed) {
  entry.evaluation.then(() => inJobs(kAfterRun, done), (error) => {
    explain(error, entry);
    inJobs(kAfterRun, () => failed(error));
  });
}

// What CommonJS has and modules have not is easily missed.
function explain(error, entry) {
  if (!(error instanceof ReferenceError)) return;
  const hasAwait = entry.source !== undefined && binding('syntax').topLevelAwaits(entry.source).length !== 0;
  require('internal/modules/esm_errors').explainReference(error, hasAwait);
}

// What the binding says of a module that runs.
const kEvaluating = 2;

function isRunning(entry) {
  return native.status(entry.handle) === kEvaluating;
}

// A module of the graph that runs just now, and the one that imports it: { entry, from }. Those that have run are not looked
// into.
function runsAlready(root) {
  const seen = new Set([root]);
  const list = [{ entry: root, from: undefined }];
  for (let i = 0; i < list.length; i++) {
    const { entry } = list[i];
    if (isRunning(entry)) return list[i];
    if (entry.evaluation !== undefined) continue;
    entry.imports.forEach((one) => {
      if (!seen.has(one)) list.push({ entry: one, from: entry });
      seen.add(one);
    });
  }
  return undefined;
}

// How a promise stands: { isPending, isRejected, result }.
function look(promise) {
  const { 0: state, 1: result } = getPromiseDetails(promise);
  return { isPending: state === kPending, isRejected: state === kRejected, result };
}

module.exports = { isAwaited, byDepth, evaluate, explain, inJobs, isRunning, kAfterRun, link, look, runsAlready, whenRun };
