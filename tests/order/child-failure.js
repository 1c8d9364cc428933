// A program that is not there: nothing is thrown, 'error' comes by a tick, 'close' when the streams are closed.
'use strict';
const { spawn } = require('child_process');

const child = spawn('/nowhere/at/all', ['a', 'b']);
console.log(child.pid, child.kill(), child.stdout.readable);
child.on('spawn', () => console.log('spawn'));
child.on('exit', () => console.log('exit'));
child.on('error', (error) => console.log('error', error.message, { ...error }));
child.on('close', (code, signal) => console.log('close', code, signal));
process.nextTick(() => console.log('tick'));
setImmediate(() => console.log('immediate'));
Promise.resolve().then(() => console.log('microtask'));
