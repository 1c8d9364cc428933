// Children have the same permissions, unless they are given others.
'use strict';
const { execSync, spawnSync } = require('child_process');
const script = 'const p = process.permission; console.log(typeof p, ["fs.read", "fs.write", "child"].map((s) => p?.has(s)))';

function run(args, env) {
  const { stdout } = spawnSync(process.execPath, [...args, '-e', script], { env: { PATH: process.env.PATH, ...env } });
  console.log(stdout.toString().trimEnd());
}

run([]);
run(['--permission']);
run(['--permission', '--allow-fs-write=*']);
run([], { NODE_OPTIONS: '--no-warnings' });
run([], { NODE_OPTIONS: '--title=--permission' });
run([], { NODE_OPTIONS: '--permission --allow-fs-write=*' });
console.log(execSync('echo "$NODE_OPTIONS"', { env: { NODE_OPTIONS: '--no-deprecation' } }).toString().trimEnd());
console.log(process.env.NODE_OPTIONS);
process.permission.drop('child');
try {
  run([]);
} catch (error) {
  console.log(error.code, error.permission, error.resource === process.execPath);
}
