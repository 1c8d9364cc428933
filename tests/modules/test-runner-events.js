// The events of tests, in their order: subtests, suites, skipped and failing tests, tests at the same time.
'use strict';
const { test, describe, it } = require('node:test');

test('passes', () => {});
test('has subtests', async (t) => {
  t.diagnostic('of the test');
  await t.test('first', () => {});
  await t.test('second', () => { throw new Error('of the second'); });
});
describe('suite', () => {
  it('one', () => {});
  describe('inner', () => {
    it('two', { tags: [] }, async () => {});
  });
  it.skip('three');
});
test.todo('to be done');
test('skipped', { skip: 'for a reason' }, () => {});
test('at the same time', { concurrency: 2 }, (t) => {
  t.test('slow', () => new Promise((resolve) => setTimeout(resolve, 60)));
  t.test('quick', () => {});
  t.test('next', () => {});
});
test('expected to fail', { expectFailure: true }, () => { throw new Error('as expected'); });
test('times out', { timeout: 10 }, () => new Promise((resolve) => setTimeout(resolve, 100)));
