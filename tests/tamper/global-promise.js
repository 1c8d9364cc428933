// Another Promise (bluebird, zone.js) in place of the global one: what the library gives are promises of the language.
'use strict';

const Native = Promise;
globalThis.Promise = class Other { constructor() { throw new Error('the other Promise was used'); } };
globalThis.Promise.resolve = globalThis.Promise.all = () => { throw new Error('a function of the other Promise was used'); };

const fs = require('fs');
const util = require('util');
const events = require('events');
const { Readable, finished } = require('stream');
const streams = require('stream/promises');
const timers = require('timers/promises');

async function main() {
  const read = fs.promises.readFile(__filename, 'latin1');
  console.log(read instanceof Native, (await read).slice(0, 10));
  console.log(await timers.setTimeout(1, 'timer'), await timers.setImmediate('immediate'));
  console.log(await util.promisify((x, callback) => callback(null, x))('promisified'));
  const emitter = new events();
  process.nextTick(() => emitter.emit('x', 1, 2));
  console.log(await events.once(emitter, 'x'));
  const readable = Readable.from(['a']);
  readable.resume();
  console.log(await streams.finished(readable));
  console.log(await Readable.from([1, 2, 3]).toArray(), await Readable.from([3, 4]).some((x) => x > 3));
  const handle = await fs.promises.open(__filename);
  console.log((await handle.read(Buffer.alloc(3), 0, 3, 0)).bytesRead);
  await handle.close();
}
main();
