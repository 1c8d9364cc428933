// Streams work when a script has replaced the globals that they might use.
'use strict';

const names = [
  'AbortController', 'AbortSignal', 'Event', 'EventTarget', 'Blob', 'URL', 'TextDecoder', 'TextEncoder',
  'setTimeout', 'setImmediate', 'clearTimeout', 'structuredClone', 'ReadableStream',
];
for (const name of names) {
  globalThis[name] = function() {
    throw new Error(`${name} was called`);
  };
}

const fs = require('fs');
const { Duplex, PassThrough, Readable, Writable, compose } = require('stream');
const { finished, pipeline } = require('stream/promises');
const consumers = require('stream/consumers');

async function* upper(source) {
  for await (const chunk of source) yield chunk.toUpperCase();
}

async function collect(source) {
  let all = '';
  for await (const chunk of source) all += chunk;
  return all;
}

(async () => {
  console.log(await Readable.from([1, 2, 3]).map((x) => x * 2).filter((x) => x > 2).toArray());
  console.log(await Readable.from([1, 2, 3]).flatMap((x) => [x, x]).drop(1).take(3).reduce((a, b) => a + b, 0));
  console.log(await pipeline(['a', 'b'], upper, collect));
  console.log(await consumers.text(compose(Readable.from(['c']), new PassThrough({ objectMode: true }), upper)));
  console.log(await consumers.json(Duplex.from(async function* () { yield '{}'; })));
  const sink = new Writable({ write(chunk, encoding, callback) { callback(); } });
  await pipeline(fs.createReadStream(__filename), sink);
  await finished(sink);
  console.log(sink.writableFinished);
})();
