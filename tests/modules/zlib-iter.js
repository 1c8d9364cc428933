// zlib/iter: compression as transforms of stream/iter.
'use strict';
const { bytesSync, from, fromSync, pull, pullSync, text, textSync } = require('stream/iter');
const iter = require('zlib/iter');
const zlib = require('zlib');

console.log(Object.keys(iter).join(' '));

async function main() {
  const input = 'again and again '.repeat(20_000);
  for (const name of ['Gzip', 'Deflate', 'Brotli', 'Zstd']) {
    const compress = iter[`compress${name}`];
    const decompress = iter[`decompress${name}`];
    console.log(name, await text(pull(from(input), compress(), decompress())) === input,
      textSync(pullSync(fromSync(input), iter[`compress${name}Sync`](), iter[`decompress${name}Sync`]())) === input);
  }
  const packed = bytesSync(pullSync(fromSync(input), iter.compressGzipSync({ level: 1 })));
  console.log(zlib.gunzipSync(packed).toString() === input);
  for (const options of [{ chunkSize: 8 }, { level: 99 }, { params: 5 }]) {
    const make = options.params === undefined ? iter.compressGzip : iter.compressBrotli;
    await text(pull(from('x'), make(options))).catch((error) => console.log(error.code, error.message));
  }
  await text(pull(from('not compressed'), iter.decompressGzip())).catch((error) => console.log(error.code, error.message));
  await text(pull(from(packed.subarray(0, 50)), iter.decompressGzip())).catch((error) => console.log(error.code));
}

main();
