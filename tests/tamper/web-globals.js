// A page's globals (jsdom) in place of ours do not reach streams and files.
'use strict';

class Foreign { constructor() { throw new Error('a foreign class was used'); } }
for (const name of ['AbortController', 'AbortSignal', 'Event', 'EventTarget', 'URL', 'URLSearchParams', 'TextEncoder',
  'TextDecoder', 'DOMException', 'Buffer', 'structuredClone']) {
  globalThis[name] = Foreign;
}

const fs = require('fs');
const { Duplex, PassThrough, Readable, pipeline } = require('stream');
const { text } = require('stream/consumers');

pipeline(Readable.from(['a', 'b']), new PassThrough(), async function* shout(source) {
  for await (const part of source) yield `${part}!`;
}, new PassThrough().on('data', (data) => console.log(String(data))), async (error) => {
  console.log(error);
  const duplex = Duplex.from(async function* twice(source) {
    for await (const part of source) yield `${part}${part}`;
  });
  duplex.end('xy');
  console.log(await text(duplex));
  console.log(await Readable.from([1, 2, 3]).map((x) => x * 2).reduce((a, b) => a + b));
  console.log((await fs.promises.readFile(__filename, 'utf8')).length > 0);
  console.log(require('url').fileURLToPath('file:///a/b'), require('module').createRequire(__filename)('path').sep);
});
