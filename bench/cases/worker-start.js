// A hundred workers, each made when the one before has ended.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { Worker } = load('worker_threads');

const began = performance.now();
let left = 100;

function next() {
  if (left-- === 0) {
    console.log(performance.now() - began);
    return;
  }
  new Worker('', { eval: true }).on('exit', next);
}

next();
