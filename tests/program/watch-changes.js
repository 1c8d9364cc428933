// --watch: a file that changes while it is watched; it is broken for a while, and its program is started anew each time. What
// the program says to its parent goes through.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const file = (name) => path.join(folder, name);
fs.writeFileSync(file('main.js'), 'process.send(require("./part.js")); setInterval(() => {}, 1000);');
fs.writeFileSync(file('part.js'), 'module.exports = "first";');

const watch = spawn(process.execPath, ['--watch', file('main.js')], { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] });
const write = (text) => setTimeout(() => fs.writeFileSync(file('part.js'), text), 500);
watch.on('message', (message) => {
  if (typeof message !== 'string') return;
  console.log('it says', message);
  if (message === 'first') write('module.exports = ;');
  else watch.kill();
});
watch.stdout.setEncoding('utf8').on('data', (text) => {
  if (!text.includes('Failed running')) return;
  console.log('it is broken');
  write('module.exports = "second";');
});
watch.on('exit', (code, signal) => {
  console.log('the watch ends', code, signal);
  fs.rmSync(folder, { recursive: true });
});
