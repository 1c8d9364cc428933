// A program that throws before its tests run fails as any other; the message of a bad tag tells what is wrong.
const { test } = require('node:test');
for (const tags of [['and'], ['a b'], [''], ['A'], [5]]) {
  try {
    test('tagged', { tags, skip: true });
    console.log('fine');
  } catch (error) {
    console.log(error.code, error.message);
  }
}
process.on('exit', (code) => console.log(code));
throw new Error('at once');
