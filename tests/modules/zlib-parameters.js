// Parameters of Brotli and Zstandard: -1 leaves one as it is; a reader has fewer of them than a writer.
'use strict';

const zlib = require('zlib');

const packed = { zstd: zlib.zstdCompressSync('abc'), brotli: zlib.brotliCompressSync('abc') };
const works = {
  zstdCompressSync: 'abc', zstdDecompressSync: packed.zstd, brotliCompressSync: 'abc', brotliDecompressSync: packed.brotli,
};

function attempt(name, options) {
  try {
    console.log(name, options, zlib[name](works[name], options).toString('hex'));
  } catch ({ name: kind, code, message }) {
    console.log(name, options, kind, code, message);
  }
}

for (const name of Object.keys(works)) {
  for (const key of [0, 1, 2, 9, 10, 100, 101, 201, 403, 1000]) {
    for (const value of [-1, 1, 27, 99]) attempt(name, { params: { [key]: value } });
  }
  for (const pledgedSrcSize of ['3', -1, 1.5, 3, 4]) attempt(name, { pledgedSrcSize });
}
