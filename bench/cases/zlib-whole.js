// One function of zlib on the same input again and again: its name, its size in bytes, and how often.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const zlib = load('zlib');
const { Buffer } = load('buffer');

const [name, size, count] = process.argv.slice(2);

// Lines as a server logs them: words that come back, numbers that do not.
function sample(length) {
  const words = ['GET', 'POST', '/index.html', '/api/items', 'Mozilla/5.0', 'accepted', 'refused', 'cache', 'session'];
  let state = 42;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text += `${words[state % words.length]} ${words[(state >>> 8) % words.length]} ${state % 5000}\n`;
  }
  return Buffer.from(text.slice(0, length), 'latin1');
}

const back = { gunzipSync: 'gzipSync', brotliDecompressSync: 'brotliCompressSync', zstdDecompressSync: 'zstdCompressSync' };
const options = name === 'brotliCompressSync' || back[name] === 'brotliCompressSync' ?
  { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } } : undefined;
const data = sample(Number(size));
const input = back[name] === undefined ? data : zlib[back[name]](data, options);
const chosen = back[name] === undefined ? options : undefined;

function run(times) {
  let length = 0;
  for (let i = 0; i < times; i += 1) length += zlib[name](input, chosen).length;
  return length;
}

run(Math.ceil(count / 10));
const began = performance.now();
run(Number(count));
console.log(performance.now() - began);
