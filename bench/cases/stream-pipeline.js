// 300,000 chunks of 64 bytes through a pipeline: a Readable, three Transforms, a Writable.
'use strict';
// deno takes this file for a module, where there is no require.
const { PassThrough, Readable, Transform, Writable, pipeline } =
  typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const count = 300_000;
const chunk = Buffer.alloc(64, 'x');
let pushed = 0;
let seen = 0;

const source = new Readable({
  read() {
    pushed += 1;
    this.push(pushed > count ? null : chunk);
  },
});
const halve = new Transform({
  transform(data, encoding, callback) {
    callback(null, data.subarray(0, 32));
  },
});
const double = new Transform({
  transform(data, encoding, callback) {
    this.push(data);
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
pipeline(source, halve, new PassThrough(), double, sink, (error) => {
  if (error) throw error;
  const took = performance.now() - began;
  if (seen !== count * 64) throw new Error('wrong length');
  console.log(took);
});
