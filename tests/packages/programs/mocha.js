const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync(
  'some.test.js',
  "const assert = require('assert');\ndescribe('suite', function () { before(() => console.log('before')); beforeEach(function () { this.n = 1; }); it('passes', function () { assert.equal(this.n, 1); }); it('waits', async () => { await null; }); it('calls back', (done) => setTimeout(done, 5)); it('fails', () => assert.deepStrictEqual({ a: 1 }, { a: 2 })); it.skip('skipped', () => {}); it('is pending'); it('is late', function (done) { this.timeout(20); setTimeout(done, 500); }); describe('inner', () => { it('throws later', (done) => setImmediate(() => { throw new Error('later'); })); }); });",
);
for (const reporter of ['spec', 'tap', 'json']) {
  const { stdout, status } = spawnSync(
    process.execPath,
    [require.resolve('mocha/bin/mocha.js'), '--reporter', reporter, 'some.test.js'],
    { encoding: 'utf8' },
  );
  if (reporter === 'json') {
    const { stats, failures } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    console.log(
      stats.tests,
      stats.passes,
      stats.pending,
      stats.failures,
      failures.map((f) => f.fullTitle),
    );
  } else console.log(status, stdout.replace(/\(\d+m?s\)/g, '(N)').replace(/^ +at .*\n/gm, ''));
}
