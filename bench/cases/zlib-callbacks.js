// zlib.gzip with a callback: 4 KB, 20,000 times, 8 under way.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const zlib = load('zlib');
const { Buffer } = load('buffer');

const input = Buffer.from('Some text that is not too much alike, number 12345. '.repeat(80).slice(0, 4096));
let left = 20_000;
let underWay = 0;
let began = 0;

function next() {
  if (left === 0) {
    if (underWay === 0) console.log(performance.now() - began);
    return;
  }
  left -= 1;
  underWay += 1;
  zlib.gzip(input, (error) => {
    if (error) throw error;
    underWay -= 1;
    next();
  });
}

began = performance.now();
for (let i = 0; i < 8; i += 1) next();
