// TextEncoder and TextDecoder: whole texts, streams, byte order marks, malformed bytes, labels.
const encoder = new TextEncoder();
console.log(encoder, encoder.encode('a€\u{1f600}\ud800'));
console.log(encoder.encodeInto('a€b', new Uint8Array(3)), encoder.encodeInto('a€b', new Uint8Array(9)));

const bytes = (...values) => new Uint8Array(values);
console.log(new TextDecoder(), new TextDecoder().decode(bytes(0x61, 0xe2, 0x82, 0xac, 0xff)));
console.log(new TextDecoder().decode(bytes(0xef, 0xbb, 0xbf, 0x61)).length);
console.log(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes(0xef, 0xbb, 0xbf, 0x61)).length);

const stream = new TextDecoder();
for (const [chunk, more] of [[[0xf0, 0x9f], true], [[0x98], true], [[0x80, 0x61, 0xe2], true], [[], false]]) {
  console.log(JSON.stringify(stream.decode(bytes(...chunk), { stream: more })));
}

for (const label of ['latin1', ' ASCII\n', 'utf-16', 'unicode', 'sjis', 'koi8-r', 'x-user-defined']) {
  console.log(label.trim(), new TextDecoder(label).encoding);
}
console.log(new TextDecoder('utf-16le').decode(bytes(0x3d, 0xd8, 0x00, 0xde)));
console.log(new TextDecoder('windows-1251').decode(bytes(0xcf, 0xf0, 0xe8)), new TextDecoder('gbk').decode(bytes(0xc4, 0xe3)));

for (const call of [
  () => new TextDecoder('nope'),
  () => new TextDecoder('utf-8', { fatal: true }).decode(bytes(0xff)),
  () => new TextDecoder('utf-8', 5),
  () => encoder.encodeInto('a', []),
]) {
  try {
    call();
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
