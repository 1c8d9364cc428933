// What is compressed comes back: every format, at once, with a callback, as a promise and as a stream.
'use strict';
const zlib = require('zlib');
const { promisify } = require('util');
const { pipeline } = require('stream/promises');
const { Readable, Writable } = require('stream');

const pairs = [['gzip', 'gunzip'], ['gzip', 'unzip'], ['deflate', 'inflate'], ['deflate', 'unzip'],
  ['deflateRaw', 'inflateRaw'], ['brotliCompress', 'brotliDecompress'], ['zstdCompress', 'zstdDecompress']];

function sample(length) {
  const bytes = Buffer.alloc(length);
  let state = 7;
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    bytes[i] = i % 97 < 60 ? i % 31 : state >>> 24;
  }
  return bytes;
}

const inputs = [Buffer.alloc(0), Buffer.from('x'), sample(1000), sample(300_000)];

function className(name) {
  return `create${name[0].toUpperCase()}${name.slice(1)}`;
}

async function throughStreams(compress, decompress, input) {
  const pieces = [];
  for (let i = 0; i < input.length; i += 7001) pieces.push(input.subarray(i, i + 7001));
  const chunks = [];
  const sink = new Writable({ write(chunk, encoding, done) { chunks.push(chunk); done(); } });
  await pipeline(Readable.from(pieces), zlib[className(compress)](), zlib[className(decompress)](), sink);
  return Buffer.concat(chunks);
}

async function main() {
  for (const [compress, decompress] of pairs) {
    const results = [];
    for (const input of inputs) {
      const packed = zlib[`${compress}Sync`](input);
      results.push(zlib[`${decompress}Sync`](packed).equals(input));
      const later = await promisify(zlib[compress])(input);
      results.push((await promisify(zlib[decompress])(later)).equals(input));
      results.push((await throughStreams(compress, decompress, input)).equals(input));
    }
    console.log(compress, decompress, results.every(Boolean), results.length);
  }
}

main();
