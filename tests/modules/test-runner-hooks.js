// Hooks: in which order they run, for whom, and what becomes of tests when one fails.
'use strict';
const { test, describe, it, before, after, beforeEach, afterEach } = require('node:test');
const show = (what) => (context) => console.log(what, context.constructor.name, context.name, context.passed);

before(show('before all'));
after(show('after all'));
describe('suite', () => {
  before(show('before'));
  after(show('after'));
  beforeEach(show('before each'));
  afterEach(show('after each'));
  it('one', () => console.log('one'));
  describe('inner', () => {
    before(show('inner before'));
    beforeEach(show('inner before each'));
    afterEach(show('inner after each'));
    it('two', async (t) => {
      console.log('two', t.fullName);
      await t.test('three', () => console.log('three'));
    });
  });
  it.skip('left out', () => console.log('not to be seen'));
});
test('test', async (t) => {
  t.before(show('t.before'));
  t.after(show('t.after'));
  t.beforeEach(show('t.beforeEach'));
  await t.test('fails', () => { throw new Error('fails'); });
  await t.test('passes', () => {});
});
describe('whose hook fails', () => {
  before(() => { throw new Error('before'); });
  after(show('after a failed hook'));
  it('does not run', () => console.log('not to be seen'));
});
process.on('exit', (code) => console.log('exit', code));
