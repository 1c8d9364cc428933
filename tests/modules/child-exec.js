// exec and execFile: callbacks, promises, limits, aborts.
'use strict';
const { exec, execFile, ChildProcess } = require('child_process');
const { promisify } = require('util');

const next = [
  (done) => exec('echo out; echo err >&2', (...args) => done('exec', ...args)),
  (done) => execFile('echo', ['a b', 'c'], (...args) => done('execFile', ...args)),
  (done) => execFile('echo', ['bytes'], { encoding: 'buffer' }, (...args) => done('buffer', ...args)),
  (done) => exec('exit 7', (error, stdout, stderr) => done('failed', { ...error }, error.message, stdout, stderr)),
  (done) => execFile('not-there', (error) => done('absent', { ...error }, error.message)),
  (done) => exec('echo 12345; sleep 9', { maxBuffer: 3 }, (error, stdout) => done('much', error.code, error.message, stdout)),
  (done) => exec('echo early; sleep 9', { timeout: 200 }, (error, stdout) => {
    done('late', error.killed, error.signal, error.code, stdout);
  }),
  (done) => {
    const controller = new AbortController();
    execFile('sleep', ['9'], { signal: controller.signal }, (error) => done('aborted', error.name, error.code));
    controller.abort();
  },
  (done) => {
    const promise = promisify(exec)('echo promised');
    promise.then((result) => done(promise.child instanceof ChildProcess, result));
  },
  (done) => promisify(execFile)('sh', ['-c', 'echo half; exit 1']).catch(({ code, stdout, stderr }) => {
    done('rejected', code, stdout, stderr);
  }),
];
(function run() {
  next.shift()?.((...words) => {
    console.log(...words);
    run();
  });
})();
