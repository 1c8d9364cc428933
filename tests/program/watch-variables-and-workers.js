// --watch: files of variables and what a worker loads are watched, too; a program has the variables as they are now. A watch that
// a configuration file asks for starts a program, not another watch.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const file = (name) => path.join(folder, name);
fs.writeFileSync(file('main.js'), `
  const { Worker } = require('worker_threads');
  new Worker(${JSON.stringify(file('worker.js'))}).on('message', (message) => {
    if (typeof message === 'string') process.send(message + ' ' + process.env.FROM_FILE);
  });
  setInterval(() => {}, 1000);
`);
fs.writeFileSync(file('worker.js'), "require('worker_threads').parentPort.postMessage(require('./part.js'));");
fs.writeFileSync(file('part.js'), "module.exports = 'first';");
fs.writeFileSync(file('variables'), 'FROM_FILE=one\n');
fs.writeFileSync(file('config.json'), JSON.stringify({ watch: { watch: true } }));

const watch = spawn(process.execPath, [
  `--experimental-config-file=${file('config.json')}`, `--env-file=${file('variables')}`, file('main.js'),
], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
const write = (name, text) => setTimeout(() => fs.writeFileSync(file(name), text), 500);
const steps = [
  ['first one', () => write('part.js', "module.exports = 'second';")],
  ['second one', () => write('variables', 'FROM_FILE=two\n')],
  ['second two', () => watch.kill()],
];
watch.on('message', (message) => {
  if (message !== steps[0]?.[0]) return;
  console.log('it says', message);
  steps.shift()[1]();
});
watch.on('exit', (code, signal) => {
  console.log('the watch ends', code, signal);
  fs.rmSync(folder, { recursive: true });
});
