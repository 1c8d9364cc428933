// NODE_PRESERVE_SYMLINKS counts in a worker that has it in an environment of its own.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Worker } = require('worker_threads');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'links-')));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'real.js'), 'module.exports = __filename;');
fs.symlinkSync(path.join(folder, 'real.js'), path.join(folder, 'link.js'));
fs.writeFileSync(path.join(folder, 'main.js'), 'require("worker_threads").parentPort.postMessage(require("./link.js"));');

function run(env, next) {
  const worker = new Worker(path.join(folder, 'main.js'), { execArgv: [], env });
  worker.on('message', (name) => console.log(path.basename(name)));
  worker.on('exit', next);
}
run({ ...process.env }, () => run({ ...process.env, NODE_PRESERVE_SYMLINKS: '1' }, () => {}));
