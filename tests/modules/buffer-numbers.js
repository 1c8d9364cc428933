// Reading and writing numbers.
const b = Buffer.alloc(8);
console.log(b.writeUInt16BE(0x1234, 0), b.writeInt32LE(-5, 2), b.readUInt16LE(0).toString(16), b.readInt32LE(2));
b.writeDoubleBE(Math.PI, 0);
console.log(b.readDoubleBE(0), b.readFloatLE(0), b);
b.writeBigUInt64LE(2n ** 63n + 1n);
console.log(b.readBigUInt64LE(), b.readBigInt64LE(), b.readUIntBE(0, 6), b.readIntLE(1, 3), b.readInt8(7));
for (const attempt of [() => b.readInt32LE(5), () => b.writeUInt8(256), () => b.readInt8('x'), () => Buffer.alloc(-1), () => Buffer.from(5)]) {
  try {
    attempt();
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
