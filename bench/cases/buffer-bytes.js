// Bytes compared, searched, filled and copied: 500,000 rounds.
'use strict';
// deno takes this file for a module, where there is no require.
const { Buffer } = typeof require === 'function' ? require('buffer') : process.getBuiltinModule('buffer');

const first = Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789');
const second = Buffer.from('abcdefghijklmnopqrstuvwxyz012345678_');
const short = Buffer.from('key');
const needle = Buffer.from('789');
const target = Buffer.alloc(64);
let found = 0;

const began = performance.now();
for (let i = 0; i < 500_000; i += 1) {
  found += first.compare(second) + Buffer.compare(short, needle);
  found += first.equals(second) ? 1 : 0;
  found += first.indexOf(57) + first.indexOf('789') + first.indexOf(needle) + second.lastIndexOf('abc');
  found += first.includes('xyz') ? 1 : 0;
  found += first.copy(target, 8) + target.fill(i & 0xff).length + target.fill('ab').length;
}
if (found === 0) throw new Error('nothing was found');
console.log(performance.now() - began);
