const { encode, decode, ExtensionCodec, decodeMultiStream, encodeMulti } = require('@msgpack/msgpack');
const msgpack = require('@msgpack/msgpack');
const value = {
  a: [1, -1, 1.5, 2 ** 40],
  s: 'é'.repeat(40),
  b: new Uint8Array([1, 2]),
  n: null,
  t: true,
  d: new Date(1e12),
};
const bytes = msgpack.encode(value);
console.log(Buffer.from(bytes).toString('hex'), msgpack.decode(bytes));
const codec = new msgpack.ExtensionCodec();
codec.register({
  type: 1,
  encode: (o) => (o instanceof Set ? msgpack.encode([...o]) : null),
  decode: (data) => new Set(msgpack.decode(data)),
});
console.log(
  msgpack.decode(msgpack.encode(new Set([1, 'x']), { extensionCodec: codec }), { extensionCodec: codec }),
  msgpack.decode(msgpack.encode(2n ** 60n, { useBigInt64: true }), { useBigInt64: true }),
);
try {
  msgpack.decode(bytes.subarray(0, 10));
} catch (error) {
  console.log(error.name, error.message);
}
(async () => {
  for await (const item of msgpack.decodeMultiStream(
    (async function* () {
      yield Buffer.from([1, 0x92, 2]);
      yield Buffer.from([3]);
    })(),
  ))
    console.log(item);
})();
