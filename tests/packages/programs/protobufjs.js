const protobuf = require('protobufjs');
const { root } = protobuf.parse(
  'syntax = "proto3"; package p; enum K { NONE = 0; SOME = 1; } message Item { string name = 1; repeated int32 list = 2; map<string, double> m = 3; oneof x { bool y = 4; bytes z = 5; } K kind = 6; Item child = 7; int64 big = 8; }',
);
const Item = root.lookupType('p.Item');
const bytes = Item.encode(
  Item.create({
    name: 'é',
    list: [1, -1, 300],
    m: { a: 1.5 },
    z: Buffer.from('hi'),
    kind: 1,
    child: { name: 'c' },
    big: '9007199254740993',
  }),
).finish();
console.log(
  Buffer.from(bytes).toString('hex'),
  Item.toObject(Item.decode(bytes), { longs: String, enums: String, bytes: String, oneofs: true, defaults: true }),
  Item.verify({ name: 5 }),
);
try {
  Item.decode(Buffer.from([0x0a, 0x50]));
} catch (error) {
  console.log(error.name, error.message);
}
console.log(JSON.stringify(root.toJSON()).length, Item.fromObject({ kind: 'SOME' }).kind);
