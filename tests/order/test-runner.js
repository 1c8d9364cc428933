// How many jobs of promises pass between tests: plain ones, subtests, a failing test, a suite, one with a timeout.
'use strict';
const { test, describe, it } = require('node:test');

let jobs = 0;
const seen = [];
const note = (what) => seen.push(`${what} at ${jobs}`);
(function count() {
  jobs++;
  if (jobs < 300) Promise.resolve().then(count);
})();
process.nextTick(() => note('tick'));

test('plain', () => note('plain')).then(() => note('plain is over'));
test('async', async () => note('async')).then(() => note('async is over'));
test('callback', (t, done) => {
  note('callback');
  done();
}).then(() => note('callback is over'));
test('parent', async (t) => {
  note('parent');
  await t.test('child', () => note('child'));
  note('after child');
  await t.test('async child', async () => note('async child'));
  note('after async child');
}).then(() => note('parent is over'));
test('fails', () => {
  note('fails');
  throw new Error('fails');
}).then(() => note('fails is over'));
describe('suite', () => {
  note('suite');
  it('first', () => note('first'));
  it('second', () => note('second'));
}).then(() => note('suite is over'));
test('in time', { timeout: 10_000 }, () => note('in time')).then(() => note('in time is over'));
test('does not wait', (t) => {
  note('does not wait');
  t.test('one', () => note('one'));
  t.test('two', () => note('two'));
}).then(() => note('does not wait is over'));
setImmediate(() => note('immediate'));
process.on('exit', () => console.log(seen.join('\n')));
