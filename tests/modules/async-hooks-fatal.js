// A hook that throws ends the program, whoever listens.
'use strict';

const fs = require('fs');
const { createHook } = require('async_hooks');

process.on('uncaughtException', () => console.log('never'));
process.on('exit', (code) => fs.writeSync(1, `exit ${code}\n`));
createHook({ init() { throw new Error('from the hook'); } }).enable();
setTimeout(() => {}, 1);
console.log('never');
