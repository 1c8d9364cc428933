// What a Duplex that does nothing needs, its share of the heap's growth: 50,000 of them are held.
'use strict';
// deno takes this file for a module, where there is no require.
const { Duplex } = typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const count = 50_000;
const options = {
  read() {},
  write(chunk, encoding, callback) {
    callback();
  },
};
const held = new Array(count).fill(null);
held[0] = new Duplex(options);
const before = process.memoryUsage().rss;
for (let i = 0; i < count; i += 1) held[i] = new Duplex(options);
console.log((process.memoryUsage().rss - before) / count);
