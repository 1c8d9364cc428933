// A little that unpacks to much: every reader stops at maxOutputLength, also in bombs within bombs, and a stream that nobody reads
// from stops by itself.
'use strict';
const zlib = require('zlib');

const packers = {
  gunzip: 'gzipSync', unzip: 'gzipSync', inflate: 'deflateSync', inflateRaw: 'deflateRawSync', brotliDecompress: 'brotliCompressSync',
  zstdDecompress: 'zstdCompressSync',
};
const zeros = Buffer.alloc(20_000_000);
const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

function report(title, error, result) {
  console.log(title, error ? `${error.name} ${error.code} ${error.message}` : result.length);
}

async function main() {
  for (const [name, packer] of Object.entries(packers)) {
    const bomb = zlib[packer](zeros, packer.startsWith('brotli') ? quick : undefined);
    console.log(name, bomb.length < 30_000);
    for (const maxOutputLength of [1, 16_384, 19_999_999, 20_000_000]) {
      try {
        report(`${name} ${maxOutputLength} sync`, null, zlib[`${name}Sync`](bomb, { maxOutputLength }));
      } catch (error) {
        report(`${name} ${maxOutputLength} sync`, error);
      }
      await new Promise((resolve) => {
        zlib[name](bomb, { maxOutputLength }, (error, result) => {
          report(`${name} ${maxOutputLength}`, error, result);
          resolve();
        });
      });
    }
    // Two of them, one after the other, and one inside another.
    if (name === 'gunzip') {
      for (const bytes of [Buffer.concat([bomb, bomb]), zlib.gzipSync(bomb)]) {
        await new Promise((resolve) => {
          zlib.gunzip(bytes, { maxOutputLength: 20_000_001 }, (error, result) => {
            report('more of them', error, result?.equals(bomb) ? ['the one inside'] : '');
            resolve();
          });
        });
      }
    }
    const stream = zlib[`create${name[0].toUpperCase()}${name.slice(1)}`]();
    stream.write(bomb);
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(`${name} unread`, stream.readableLength < 200_000, stream.writableNeedDrain || stream.writableLength > 0);
    stream.destroy();
  }
}
main();
