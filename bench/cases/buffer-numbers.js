// Numbers read out of a Buffer and written into it: 20 million calls.
'use strict';
// deno takes this file for a module, where there is no require.
const { Buffer } = typeof require === 'function' ? require('buffer') : process.getBuiltinModule('buffer');

const bytes = Buffer.alloc(64);
let sum = 0;

const began = performance.now();
for (let i = 0; i < 1_000_000; i += 1) {
  const at = i & 31;
  bytes.writeUInt8(i & 0xff, at);
  bytes.writeUInt16LE(i & 0xffff, at);
  bytes.writeInt16BE(i & 0x7fff, at);
  bytes.writeUInt32LE(i, at);
  bytes.writeInt32BE(i, at);
  bytes.writeFloatLE(i, at);
  bytes.writeDoubleBE(i, at);
  bytes.writeDoubleLE(i, at);
  bytes.writeUIntBE(i, at, 6);
  bytes.writeIntLE(i, at, 3);
  sum += bytes.readUInt8(at) + bytes.readUInt16LE(at) + bytes.readInt16BE(at) + bytes.readUInt32LE(at);
  sum += bytes.readInt32BE(at) + (bytes.readFloatLE(at) > 1 ? 1 : 0) + (bytes.readDoubleBE(at) > 1 ? 1 : 0) +
    (bytes.readDoubleLE(at) > 1 ? 1 : 0);
  sum += bytes.readUIntBE(at, 6) + bytes.readIntLE(at, 3);
}
if (Number.isNaN(sum)) throw new Error('wrong sum');
console.log(performance.now() - began);
