// Buffers made in every way: alloc, allocUnsafe, from, concat, subarray; 300,000 rounds.
'use strict';
// deno takes this file for a module, where there is no require.
const { Buffer } = typeof require === 'function' ? require('buffer') : process.getBuiltinModule('buffer');

const source = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789');
const list = [source, source, source];
let total = 0;

const began = performance.now();
for (let i = 0; i < 300_000; i += 1) {
  total += Buffer.alloc(16).length + Buffer.alloc(1024).length;
  total += Buffer.allocUnsafe(16).length + Buffer.allocUnsafe(1024).length;
  total += Buffer.from('Hello, world!').length + Buffer.from('68656c6c6f', 'hex').length;
  total += Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]).length + Buffer.from(source).length;
  total += Buffer.concat(list).length + source.subarray(4, 20).length + source.slice(4).length;
}
if (total !== 300_000 * 2298) throw new Error('wrong lengths');
console.log(performance.now() - began);
