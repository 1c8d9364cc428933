// What counts as a message of an assertion, and whether the message that is shown was made by assert.
const assert = require('assert');

const messages = [
  [], [undefined], [null], ['own'], ['own %s', 'text'], [''], ['', 1], [0], [{}], [undefined, 'text'],
  [new TypeError('own error')], [new TypeError('own error'), 1], [() => 'made'], [() => 5], [() => ''],
  [() => { throw new Error('lost'); }], [function named() {}, 1],
];
const checks = {
  equal: (list) => assert.equal(1, 2, ...list),
  strictEqual: (list) => assert.strictEqual(1, 2, ...list),
  notDeepEqual: (list) => assert.notDeepEqual([1], [1], ...list),
  ok: (list) => assert.ok(false, ...list),
  fail: (list) => assert.fail(...list),
  match: (list) => assert.match('a', /b/, ...list),
};
for (const name of Object.keys(checks)) {
  for (const list of messages) {
    try {
      checks[name](list);
    } catch (error) {
      console.log(name, list.length, `${error.name} ${error.code}`, JSON.stringify(error.message), error.generatedMessage);
    }
  }
}

// More arguments than two are no mistake.
assert.throws(() => assert.throws(() => {}, 'message', 'other'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => assert.throws(() => {}, 'message', 1, 2), { code: 'ERR_ASSERTION' });
console.log(new assert.AssertionError({ diff: 'anything' }).diff);
