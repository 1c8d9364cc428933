// Starts /bin/true 500 times with spawn() and without streams, 8 under way at any moment.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { spawn } = load('child_process');

const count = 500;
let started = 0;
let done = 0;
const began = performance.now();

function next() {
  if (started === count) return;
  started += 1;
  spawn('/bin/true', { stdio: 'ignore' }).on('exit', (code) => {
    if (code !== 0) throw new Error(`code ${code}`);
    done += 1;
    if (done === count) console.log(performance.now() - began);
    else next();
  });
}
for (let i = 0; i < 8; i += 1) next();
