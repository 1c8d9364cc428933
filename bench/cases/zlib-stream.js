// 100 MB through createGzip and createGunzip, in chunks of 64 KiB.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const zlib = load('zlib');
const { Buffer } = load('buffer');
const { Readable, Writable, pipeline } = load('stream');

const chunk = Buffer.from('Some text that is not too much alike, number 12345. '.repeat(2000).slice(0, 65536));
let left = 1600;
const source = new Readable({
  read() {
    this.push(left === 0 ? null : chunk);
    left -= 1;
  },
});
const sink = new Writable({ write(data, encoding, done) { done(); } });

const began = performance.now();
pipeline(source, zlib.createGzip({ level: 1 }), zlib.createGunzip(), sink, (error) => {
  if (error) throw error;
  console.log(performance.now() - began);
});
