// 300,000 Readables: each is made, gives one chunk, and ends; the next is made when it has closed.
'use strict';
// deno takes this file for a module, where there is no require.
const { Readable } = typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const chunk = Buffer.alloc(16, 'x');
let left = 300_000;
let seen = 0;
const began = performance.now();

function read() {
  this.push(chunk);
  this.push(null);
}
function count(data) {
  seen += data.length;
}
function next() {
  if (left === 0) {
    const took = performance.now() - began;
    if (seen !== 300_000 * 16) throw new Error('wrong length');
    console.log(took);
    return;
  }
  left -= 1;
  new Readable({ read }).on('data', count).on('close', next);
}
next();
