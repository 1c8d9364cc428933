// Assertions that hold say nothing; those that fail throw an AssertionError.
const assert = require('assert');
assert(true);
assert.ok(1);
assert.equal(1, '1');
assert.strictEqual('a', 'a');
assert.deepStrictEqual({ a: [1, new Map([[1, { b: 2 }]])] }, { a: [1, new Map([[1, { b: 2 }]])] });
assert.notStrictEqual(1, 2);
assert.throws(() => { throw new TypeError('bad'); }, TypeError);
assert.throws(() => { throw new Error('bad thing'); }, /bad/);
assert.throws(() => { throw Object.assign(new Error('m'), { code: 'C' }); }, { code: 'C', message: 'm' });
assert.doesNotThrow(() => {});
assert.match('abc', /b/);
const failures = [
  () => assert(0, 'given message'),
  () => assert.strictEqual(1, 2),
  () => assert.strictEqual('a\nb', 'a\nc'),
  () => assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }),
  () => assert.notStrictEqual(1, 1),
  () => assert.throws(() => {}),
  () => assert.equal(1, 2),
  () => assert.fail('failed'),
  () => assert.ifError(new Error('x')),
  () => assert.match('abc', /x/),
];
for (const failure of failures) {
  try {
    failure();
  } catch (error) {
    console.log(error.name, error.code, error.generatedMessage, error.operator);
    console.log(error.message);
  }
}
assert.rejects(Promise.reject(new Error('later')), /later/).then(() => console.log('rejects holds'));
assert.rejects(Promise.resolve(1)).catch((error) => console.log(error.message));
