// v8.serialize and deserialize: the bytes are V8's own, and come back as what they were.
'use strict';
const util = require('util');
const v8 = require('v8');

const circular = { list: [1, , 'three'] };
circular.self = circular;
const values = [
  undefined, null, true, 0, -0, -5, 2 ** 31, NaN, 5n, -(2n ** 70n), 'text', 'é', '日本', { a: 1, 5: 'x' }, [1, [2]], [1, , 3],
  Object.assign([1], { extra: true }), new Date(1000), /a\/b/gi, new Map([[1, { a: 2 }]]), new Set(['x']), new ArrayBuffer(3),
  new Uint8Array([1, 2]), Buffer.from('hi'), new Float64Array([1.5]), new DataView(new ArrayBuffer(4), 1, 2),
  new BigInt64Array([1n]), Object(5), Object('s'), Object(false), circular,
  Object.assign(new TypeError('message', { cause: 5 }), { stack: 'stack' }),
];
for (const value of values) {
  const bytes = v8.serialize(value);
  const again = v8.deserialize(bytes);
  console.log(bytes.toString('hex'), util.isDeepStrictEqual(value, again), again);
}

class Both extends v8.Serializer {
  _writeHostObject(view) {
    this.writeUint32(300);
    this.writeUint64(1, 2);
    this.writeDouble(0.5);
    this.writeRawBytes(view);
  }
}
const serializer = new Both();
serializer._setTreatArrayBufferViewsAsHostObjects(true);
serializer.writeHeader();
serializer.writeValue({ view: Buffer.from('abc') });
const bytes = serializer.releaseBuffer();
const deserializer = new v8.Deserializer(bytes);
deserializer._readHostObject = () => [
  deserializer.readUint32(), deserializer.readUint64(), deserializer.readDouble(), `${deserializer.readRawBytes(3)}`,
];
console.log(bytes, deserializer.readHeader(), deserializer.getWireFormatVersion(), deserializer.readValue());

const plain = new v8.Serializer();
const shared = new Uint8Array([1, 2, 3, 4]);
const given = new ArrayBuffer(2);
plain.transferArrayBuffer(7, given);
plain.writeHeader();
plain.writeValue([shared, new Uint16Array(shared.buffer, 2, 1), given]);
const plainBytes = plain.releaseBuffer();
const reader = new v8.Deserializer(plainBytes);
reader.transferArrayBuffer(7, given);
reader.readHeader();
const [first, second, third] = reader.readValue();
console.log(plainBytes.toString('hex'), first, second, first.buffer === second.buffer, third === given);

const odd = new v8.Serializer();
odd._getDataCloneError = RangeError;
for (const call of [
  () => v8.serialize(() => {}), () => v8.serialize(Symbol('x')), () => v8.serialize(new WeakMap()), () => odd.writeValue(Symbol('y')),
  () => v8.deserialize('text'), () => v8.deserialize(Buffer.from('ff10', 'hex')), () => v8.deserialize(Buffer.from('ff0f6f22', 'hex')),
  () => new v8.Deserializer(Buffer.alloc(1, 0xff)).readUint32(), () => odd.writeRawBytes(5), () => v8.Serializer(),
  () => v8.setFlagsFromString(5),
]) {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
