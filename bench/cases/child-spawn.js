// Starts /bin/true 500 times with spawn(), one after the other, each until its streams are closed.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { spawn } = load('child_process');

const count = 500;
let done = 0;
const began = performance.now();

function next() {
  spawn('/bin/true').on('close', (code) => {
    if (code !== 0) throw new Error(`code ${code}`);
    done += 1;
    if (done === count) console.log(performance.now() - began);
    else next();
  });
}
next();
