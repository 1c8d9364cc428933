// What cannot be read: cut, changed and foreign input, limits, wrong dictionaries. The errors are Node's.
'use strict';
const zlib = require('zlib');

function attempt(what, action) {
  try {
    const result = action();
    console.log(what, 'ok', Buffer.isBuffer(result) ? result.toString('latin1') : typeof result);
  } catch (error) {
    console.log(what, error.name, error.message, Object.keys(error).map((key) => `${key}=${error[key]}`).join(' '));
  }
}

// As Node's codecs write them.
const packed = {
  gunzip: Buffer.from('1f8b0800000000000003cb48cdc9c9070086a6103605000000', 'hex'),
  inflate: Buffer.from('789ccb48cdc9c90700062c0215', 'hex'),
  inflateRaw: Buffer.from('cb48cdc9c90700', 'hex'),
  unzip: Buffer.from('1f8b0800000000000003cb48cdc9c9070086a6103605000000', 'hex'),
  brotliDecompress: Buffer.from('1b1000f88d946ede445586966c206f014f1c601c', 'hex'),
  zstdDecompress: Buffer.from('28b52ffd200b59000068656c6c6f2068656c6c6f', 'hex'),
};

for (const name of Object.keys(packed)) {
  const bytes = packed[name];
  const run = zlib[`${name}Sync`];
  attempt(`${name} whole`, () => run(bytes));
  attempt(`${name} nothing`, () => run(Buffer.alloc(0)));
  attempt(`${name} junk`, () => run(Buffer.from('not compressed at all')));
  for (let i = 0; i < bytes.length; i += 3) attempt(`${name} cut ${i}`, () => run(bytes.subarray(0, i)));
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] ^= 0x55;
    attempt(`${name} changed ${i}`, () => run(changed));
  }
  for (const tail of ['x', 'xx', '\0\0', '\x1f', '\x1f\x8b', '(', 'longer than any header']) {
    const long = Buffer.concat([bytes, Buffer.from(tail, 'latin1')]);
    attempt(`${name} and ${JSON.stringify(tail)}`, () => run(long));
    attempt(`${name} alone and ${JSON.stringify(tail)}`, () => run(long, { rejectGarbageAfterEnd: true }));
  }
  attempt(`${name} twice`, () => run(Buffer.concat([bytes, bytes])));
  attempt(`${name} limited`, () => run(bytes, { maxOutputLength: 3 }));
  attempt(`${name} partly`, () => run(bytes.subarray(0, -3), { finishFlush: name.startsWith('z') ? 1 : 2 }));
}

const dictionary = Buffer.from('hello dictionary');
const withOne = zlib.deflateSync('hello hello', { dictionary });
attempt('dictionary', () => zlib.inflateSync(withOne, { dictionary }));
attempt('no dictionary', () => zlib.inflateSync(withOne));
attempt('wrong dictionary', () => zlib.inflateSync(withOne, { dictionary: Buffer.from('other') }));

const bomb = zlib.gzipSync(Buffer.alloc(5_000_000));
zlib.gunzip(bomb, { maxOutputLength: 100_000 }, (error, result) => {
  console.log('bomb', error.code, error.message, result);
});
