// What scripts add to Object.prototype does not reach the library.
'use strict';

Object.prototype.extend = function extend() { return this; };
const { Readable, PassThrough } = require('stream');
const { setTimeout: wait } = require('timers/promises');
const fs = require('fs');

Object.prototype.get = Object.prototype.set = 1;
console.log(typeof process.nextTick, typeof process.env.PATH);
delete Object.prototype.get;
delete Object.prototype.set;
Object.prototype.value = 1;
Object.prototype.writable = false;

const stream = fs.createReadStream(__filename, { start: 0, end: 4 });
stream.on('data', (data) => console.log(String(data)));
stream.on('close', async () => {
  console.log(await wait(1, 'waited'));
  Readable.from(['a', 'b']).pipe(new PassThrough()).on('data', (data) => console.log(String(data)));
  const url = new URL('http://example.com/?a=1');
  url.searchParams.append('b', '2');
  console.log(url.href, new URLSearchParams({ __proto__: null, c: 3 }).toString());
  console.log(typeof AbortSignal.abort().reason, Buffer.from('abc').toString('hex'));
});
