// `--run`: a script of package.json gets the arguments behind `--`, finds programs of packages, and fails with 1.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'run-script-'));
const scripts = { say: 'echo "$NODE_RUN_SCRIPT_NAME:"', tool: 'tool', fails: 'exit 3' };
fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
fs.mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
fs.writeFileSync(path.join(folder, 'node_modules/.bin/tool'), '#!/bin/sh\necho a tool\n', { mode: 0o755 });
fs.mkdirSync(path.join(folder, 'inner'));

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--run', ...args], { cwd: path.join(folder, 'inner') });
  console.log(args.join(' '), status, `${stdout}${stderr}`.replaceAll(folder, '.').trim());
}

run('say');
run('say', '--', 'a');
run('say', '--', 'a b', 'it\'s', '$HOME', '', '-x');
run('tool');
run('fails');
run('missing');
fs.rmSync(folder, { recursive: true });
