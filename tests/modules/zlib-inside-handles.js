// What packages reach for inside of zlib's streams: constants on the module, chunks processed at once on a handle that is
// kept open (minizlib, and so tar and npm), writeSync() of the handle (pngjs).
const zlib = require('zlib');
console.log(zlib.Z_MIN_CHUNK, zlib.Z_BEST_SPEED, zlib.GUNZIP, zlib.ZSTD_e_end, zlib.BROTLI_DECODE);
console.log(Object.keys(zlib).includes('Z_MIN_CHUNK'), Object.getOwnPropertyDescriptor(zlib, 'Z_FINISH'));
const onModule = Object.getOwnPropertyNames(zlib).filter((name) => /^[A-Z]+_/.test(name));
console.log(onModule.length, onModule.every((name) => zlib[name] === zlib.constants[name]));

function pack(stream, chunks) {
  const parts = [];
  for (const [text, flush] of chunks) {
    const handle = stream._handle;
    const { close } = handle;
    handle.close = () => {};
    parts.push(Buffer.from(stream._processChunk(Buffer.from(text), flush)));
    stream._handle = handle;
    handle.close = close;
  }
  return Buffer.concat(parts);
}

const packed = pack(new zlib.Gzip(), [['hello ', zlib.Z_NO_FLUSH], ['x'.repeat(100_000), zlib.Z_NO_FLUSH], ['', zlib.Z_FINISH]]);
console.log(zlib.gunzipSync(packed).length, zlib.gunzipSync(packed).toString('latin1', 0, 8));
const half = packed.length >> 1;
const opened = new zlib.Gunzip({ chunkSize: 64 });
const handle = opened._handle;
handle.close = () => {};
const first = opened._processChunk(packed.subarray(0, half), zlib.Z_SYNC_FLUSH);
console.log(opened._handle, opened.bytesWritten === half);
opened._handle = handle;
const second = opened._processChunk(packed.subarray(half), zlib.Z_SYNC_FLUSH);
console.log(first.length + second.length);

const closed = new zlib.Inflate();
console.log(closed._processChunk(zlib.deflateSync('whole'), zlib.Z_FINISH).toString(), closed._handle, closed._closed);
for (const [options, input] of [[{}, Buffer.from('no zlib')], [{ maxOutputLength: 5 }, zlib.deflateSync('too long')]]) {
  const stream = new zlib.Inflate(options).on('error', () => {});
  try {
    stream._processChunk(input, zlib.Z_FINISH);
  } catch (error) {
    console.log(error.code, error.message, stream._handle);
  }
}

const inflate = new zlib.Inflate();
const output = Buffer.alloc(8);
const input = zlib.deflateSync('0123456789');
inflate._handle.writeSync(zlib.Z_SYNC_FLUSH, input, 0, input.length, output, 2, 6);
console.log(output.toString('latin1'), inflate._writeState[0]);
const left = inflate._writeState[1];
inflate._handle.writeSync(zlib.Z_SYNC_FLUSH, input, input.length - left, left, output, 0, 8);
console.log(output.toString('latin1'), [...inflate._writeState]);
console.log(new zlib.Deflate({ chunkSize: 100 })._outBuffer.length, zlib.createGunzip()._outBuffer.length);
