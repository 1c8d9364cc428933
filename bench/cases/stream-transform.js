// A million chunks of 16 bytes: a Readable, a Transform that passes each on, a Writable that counts them.
'use strict';
// deno takes this file for a module, where there is no require.
const { Readable, Transform, Writable } =
  typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const count = 1_000_000;
const chunk = Buffer.alloc(16, 'x');
let pushed = 0;
let seen = 0;

const source = new Readable({
  read() {
    pushed += 1;
    this.push(pushed > count ? null : chunk);
  },
});
const transform = new Transform({
  transform(data, encoding, callback) {
    callback(null, data);
  },
});
const sink = new Writable({
  write(data, encoding, callback) {
    seen += data.length;
    callback();
  },
});

const began = performance.now();
source.pipe(transform).pipe(sink).on('finish', () => {
  const took = performance.now() - began;
  if (seen !== count * 16) throw new Error('wrong length');
  console.log(took);
});
