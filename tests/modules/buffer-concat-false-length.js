// Buffer.concat() goes by the true length of its parts; its methods have two names.
const part = new Uint8Array([1, 2, 3, 4]);
Object.defineProperty(part, 'length', { get: () => 100 });
console.log(Buffer.concat([part, new Uint8Array([5, 6])]), Buffer.concat([part], 6), Buffer.concat([part], 2));
for (const name of ['readUInt8', 'writeUInt32LE', 'readUIntBE', 'writeBigUInt64LE']) {
  const { prototype } = Buffer;
  console.log(name, prototype[name] === prototype[name.replace('UInt', 'Uint')]);
}
