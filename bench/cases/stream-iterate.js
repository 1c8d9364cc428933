// A million objects of a Readable, taken by for await.
'use strict';
// deno takes this file for a module, where there is no require.
const { Readable } = typeof require === 'function' ? require('stream') : process.getBuiltinModule('stream');

const count = 1_000_000;
let pushed = 0;

const source = new Readable({
  objectMode: true,
  read() {
    pushed += 1;
    this.push(pushed > count ? null : { number: pushed });
  },
});

async function main() {
  const began = performance.now();
  let sum = 0;
  for await (const object of source) sum += object.number;
  const took = performance.now() - began;
  if (sum !== (count * (count + 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
