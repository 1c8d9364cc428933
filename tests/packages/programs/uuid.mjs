import { v1, v3, v4, v5, v6, v7, parse, stringify, validate, version, NIL, MAX } from 'uuid';
console.log(v5('example.org', v5.DNS), v3('example.org', v3.URL), NIL, MAX);
for (const make of [v1, v4, v6, v7]) {
  const id = make();
  console.log(validate(id), version(id), id.length);
}
console.log(
  stringify(parse('9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d')),
  v4({ random: new Uint8Array(16).fill(7) }),
  v7({ msecs: 1e12, random: new Uint8Array(16).fill(1), seq: 5 }),
  validate('x'),
);
