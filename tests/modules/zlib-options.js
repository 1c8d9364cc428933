// Options and arguments that are not what they should be.
'use strict';
const zlib = require('zlib');

function attempt(what, action) {
  try {
    const result = action();
    console.log(what, 'ok', result?.constructor?.name);
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}

const values = ['1', null, NaN, Infinity, -1, 0, 1.9, 7, 8, 16, 99, true, {}];
const options = ['flush', 'finishFlush', 'chunkSize', 'windowBits', 'level', 'memLevel', 'strategy',
  'maxOutputLength', 'rejectGarbageAfterEnd', 'dictionary'];
for (const option of options) {
  for (const value of values) {
    for (const name of ['Gzip', 'Inflate', 'DeflateRaw', 'BrotliCompress', 'ZstdDecompress']) {
      attempt(`${name} ${option} ${String(value)}`, () => new zlib[name]({ [option]: value }));
    }
  }
}
for (const params of [{ 10000: 0 }, { '0': 0, '00': 0 }, { x: 1 }, { [-1]: 1 }, { 1: 'x' }, { 1: true }, { 4: 42 }]) {
  attempt(`brotli ${JSON.stringify(params)}`, () => zlib.createBrotliCompress({ params }));
  attempt(`zstd ${JSON.stringify(params)}`, () => zlib.createZstdCompress({ params }));
}
for (const size of ['1', null, NaN, Infinity, 1.9, -1, 2 ** 53]) {
  attempt(`pledged ${size}`, () => zlib.createZstdCompress({ pledgedSrcSize: size }));
}
attempt('pledged less', () => zlib.zstdCompressSync('abc', { pledgedSrcSize: 2 }));
attempt('pledged more', () => zlib.zstdCompressSync('abc', { pledgedSrcSize: 4 }));
for (const input of [undefined, null, 5, {}, [1]]) {
  attempt('sync input', () => zlib.deflateSync(input));
  attempt('input', () => zlib.deflate(input, () => {}));
  attempt('crc32', () => zlib.crc32(input));
}
attempt('no callback', () => zlib.gzip('x'));
attempt('flush text', () => zlib.createGzip().flush('x'));
attempt('flush 9', () => zlib.createGzip().flush(9));
attempt('params', () => zlib.createDeflate().params(99));
attempt('strategy', () => zlib.createDeflate().params(1, 99));
console.log(zlib.crc32('hello'), zlib.crc32(Buffer.from('hello'), 12345), zlib.crc32(''));
console.log(Object.keys(zlib.gzipSync('x', { info: true })), zlib.gzipSync('abc', { info: true }).engine.bytesWritten);
console.log(Object.keys(zlib.constants).length, Object.entries(zlib.codes).join(' '));
