// Reads the file it is given (4 KiB) 50,000 times, 16 reads under way at any moment.
'use strict';
// deno takes this file for a module, where there is no require.
const fs = typeof require === 'function' ? require('fs') : process.getBuiltinModule('fs');

const path = process.argv[2];
const count = 50_000;
let started = 0;
let done = 0;
const began = performance.now();

function next() {
  if (started === count) return;
  started += 1;
  fs.readFile(path, (error, data) => {
    if (error) throw error;
    if (data.length !== 4096) throw new Error('wrong length');
    done += 1;
    if (done === count) console.log(performance.now() - began);
    else next();
  });
}
for (let i = 0; i < 16; i += 1) next();
