const { BSON, ObjectId, Binary, Long, Decimal128, Timestamp, UUID, EJSON } = require('bson');
const value = {
  a: 1,
  b: 2.5,
  s: 'é',
  d: new Date(0),
  n: null,
  l: Long.fromString('9007199254740993'),
  o: new ObjectId('507f1f77bcf86cd799439011'),
  bin: new Binary(Buffer.from([1, 2])),
  r: /x/i,
  list: [true, { z: Decimal128.fromString('1.50') }],
  u: new UUID('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'),
  t: new Timestamp({ t: 1, i: 2 }),
};
const bytes = BSON.serialize(value);
console.log(
  Buffer.from(bytes).toString('hex'),
  BSON.deserialize(bytes, { promoteLongs: false }),
  EJSON.stringify(value),
  EJSON.parse('{"x":{"$numberLong":"5"}}'),
  value.o.getTimestamp(),
  new ObjectId().toString().length,
  BSON.calculateObjectSize({ a: 1 }),
);
