// 1 GB in buffers of 64 KiB piped from a Readable that answers at once to a Writable that takes a turn each.
'use strict';
// deno takes this file for a module, where there is no require.
const { Readable, Writable } =
  typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const total = 2 ** 30;
let pushed = 0;
let seen = 0;

const source = new Readable({
  read(size) {
    if (pushed === total) {
      this.push(null);
      return;
    }
    pushed += size;
    this.push(Buffer.allocUnsafe(size));
  },
});
const sink = new Writable({
  write(data, encoding, callback) {
    seen += data.length;
    setImmediate(callback);
  },
  highWaterMark: 2 ** 20,
  writev(chunks, callback) {
    for (let i = 0; i < chunks.length; i += 1) seen += chunks[i].chunk.length;
    setImmediate(callback);
  },
});

const began = performance.now();
source.pipe(sink).on('finish', () => {
  const took = performance.now() - began;
  if (seen !== total) throw new Error('wrong length');
  console.log(took);
});
