const test = require('tape');
const stream = test.createStream();
let text = '';
stream.on('data', (part) => {
  text += part;
});
stream.on('end', () => {
  console.log(text.replace(/^ +at: .*\n/gm, '').replace(/ {4}stack: \|-\n(?: {6,}.*\n)*/g, ''));
  process.exitCode = 0;
});
test('equal', (t) => {
  t.plan(3);
  t.equal(1, 1, 'ones');
  t.deepEqual({ a: [1] }, { a: [1] });
  t.throws(() => {
    throw new Error('x');
  }, /x/);
});
test('async', async (t) => {
  await null;
  t.ok(true);
});
test.skip('skipped', (t) => t.end());
process.on('exit', () => {
  process.exitCode = 0;
});
