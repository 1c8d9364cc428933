// Options that nobody gave to a test: what Object.prototype has is none of them.
const { test, describe, it } = require('node:test');
Object.prototype.skip = true;
Object.prototype.todo = true;
test('runs', () => console.log('runs'));
test('runs with options', { timeout: 5000 }, () => console.log('runs, too'));
describe('suite', () => {
  it('is run', () => console.log('in the suite'));
});
process.on('exit', () => console.log('code', process.exitCode));
