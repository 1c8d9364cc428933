// A million objects piped in object mode.
'use strict';
// deno takes this file for a module, where there is no require.
const { Readable, Writable } =
  typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const count = 1_000_000;
let pushed = 0;
let sum = 0;

const source = new Readable({
  objectMode: true,
  read() {
    pushed += 1;
    this.push(pushed > count ? null : { number: pushed });
  },
});
const sink = new Writable({
  objectMode: true,
  write(object, encoding, callback) {
    sum += object.number;
    callback();
  },
});

const began = performance.now();
source.pipe(sink).on('finish', () => {
  const took = performance.now() - began;
  if (sum !== (count * (count + 1)) / 2) throw new Error('wrong sum');
  console.log(took);
});
