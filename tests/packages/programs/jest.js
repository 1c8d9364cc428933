const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('package.json', '{"jest": {"testEnvironment": "node"}}');
fs.writeFileSync('sum.js', 'module.exports = { sum: (a, b) => a + b, now: () => Date.now() };');
fs.writeFileSync(
  'sum.test.js',
  "jest.mock('./sum', () => ({ ...jest.requireActual('./sum'), now: jest.fn(() => 5) }));\nconst { sum, now } = require('./sum');\ndescribe('sum', () => { beforeEach(() => jest.useFakeTimers()); afterEach(() => jest.useRealTimers()); test('adds', () => expect(sum(1, 2)).toBe(3)); test.each([[1, 1, 2], [2, 2, 5]])('%i + %i = %i', (a, b, c) => expect(sum(a, b)).toBe(c)); test('mocks', () => { expect(now()).toBe(5); expect(now).toHaveBeenCalledTimes(1); }); test('timers', () => { const f = jest.fn(); setTimeout(f, 1000); jest.advanceTimersByTime(1000); expect(f).toHaveBeenCalled(); }); test('later', async () => { await expect(Promise.reject(new Error('x'))).rejects.toThrow('x'); }); test.skip('skipped', () => {}); test.todo('to do'); });",
);
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  [require.resolve('jest/bin/jest'), '--ci', '--no-cache', '--runInBand', '--json', '--watchman=false'],
  { encoding: 'utf8' },
);
console.log(status);
try {
  const result = JSON.parse(stdout);
  console.log(
    result.numPassedTests,
    result.numFailedTests,
    result.numPendingTests,
    result.numTodoTests,
    result.testResults[0].assertionResults.map((a) => [a.fullName, a.status]),
  );
} catch {
  console.log(stdout, stderr);
}
