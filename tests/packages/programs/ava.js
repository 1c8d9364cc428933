const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('package.json', '{"type": "module", "ava": {"files": ["t.js"], "workerThreads": false}}');
fs.writeFileSync(
  't.js',
  "import test from 'ava'; test('adds', (t) => t.is(1 + 1, 2)); test('later', async (t) => { await null; t.deepEqual({ a: 1 }, { a: 1 }); }); test('fails', (t) => t.is(1, 2)); test.todo('some day');",
);
const { stdout, stderr, status } = spawnSync(process.execPath, ['../node_modules/ava/entrypoints/cli.mjs', '--tap'], {
  encoding: 'utf8',
  env: { ...process.env, CI: '1' },
});
console.log(
  status,
  stdout
    .split('\n')
    .filter((line) => /^(ok|not ok|1\.\.|#)/.test(line))
    .sort()
    .join('\n')
    .replace(/^((?:not )?ok) \d+/gm, '$1'),
  stderr,
);
