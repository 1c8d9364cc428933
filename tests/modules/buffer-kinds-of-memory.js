// Text, searches, fills and copies in Buffers over memory of every kind, short and long: what is written, and that nothing else is.
const texts = ['', 'a', 'Hello, world!', 'Grüße', 'Grüße, 你好', '\ud83d\ude00 \ud800', 'Lorem ipsum '.repeat(100), 'ü'.repeat(700)];
const encodings = ['utf8', 'latin1', 'ascii', 'ucs2', 'hex', 'base64', 'base64url'];
const SIZE = 4000;

const kinds = {
  own: () => Buffer.alloc(SIZE),
  pool: () => Buffer.allocUnsafe(SIZE),
  part: () => Buffer.from(new ArrayBuffer(SIZE + 9), 5, SIZE),
  shared: () => Buffer.from(new SharedArrayBuffer(SIZE + 3), 3),
  resizable: () => Buffer.from(new ArrayBuffer(SIZE, { maxByteLength: 2 * SIZE })),
  plain: () => Object.setPrototypeOf(new Uint8Array(SIZE), Buffer.prototype),
  other: () => Object.setPrototypeOf(new Uint8Array(SIZE), class extends Buffer {}.prototype),
};

function sum(bytes) {
  let all = bytes.length;
  for (let i = 0; i < bytes.length; i++) all = (Math.imul(all, 31) + bytes[i]) | 0;
  return all;
}

for (const [kind, make] of Object.entries(kinds)) {
  const results = [];
  for (const text of texts) {
    for (const encoding of encodings) {
      const bytes = make().fill(0xaa);
      const encoded = Buffer.from(text, 'utf8').toString(encoding);
      const written = bytes.write(encoded, 7, encoding);
      const short = bytes.write(encoded, 3000, 5, encoding);
      results.push(written, short, sum(bytes), bytes.toString(encoding, 7, 7 + written) === encoded);
      // (Node never comes back from some searches for UTF-16 at an odd address.)
      if (encoding !== 'ucs2') results.push(bytes.indexOf(encoded, encoding), bytes.lastIndexOf(encoded, -1, encoding));
      if (text !== '') results.push(sum(bytes.fill(encoded, 3, 1999, encoding)), sum(bytes.fill(encoded, 2000, 2003, encoding)));
    }
  }
  console.log(kind, results.length, sum(results.map(Number)));
}

// Memory that went away has no bytes.
const gone = Buffer.from(new ArrayBuffer(40), 4, 20);
structuredClone(gone.buffer, { transfer: [gone.buffer] });
const target = Buffer.from('abcdef');
console.log([gone.toString(), gone.write('abc'), gone.indexOf('a'), gone.indexOf(97), gone.lastIndexOf(target)]);
console.log([gone.copy(target), gone.copy(target, 1), target.copy(gone, 0), gone.equals(gone), gone.equals(target)]);
console.log([Buffer.compare(gone, target), gone.fill('ab').length, target.toString()]);

const shrunk = Buffer.from(new ArrayBuffer(40, { maxByteLength: 80 }), 4, 20);
shrunk.fill('ab');
shrunk.buffer.resize(10);
console.log([shrunk.length, shrunk.toString(), shrunk.write('abc'), shrunk.indexOf('a'), shrunk.copy(target)]);
shrunk.buffer.resize(60);
console.log([shrunk.length, shrunk.toString('latin1', 0, 8), shrunk.copy(target, 4), target.toString()]);

// Copies of all, of parts, over each other and beyond the end.
const letters = Buffer.from('abcdefgh');
console.log([letters.copy(target, 2), letters.copy(target, 6), letters.copy(target, 0, 6), target.toString()]);
console.log([letters.copy(letters, 3), letters.toString(), letters.subarray(0, 4).copy(letters, 2), letters.toString()]);

// Base64 with whatever is no digit in it, at all places of a long text; what is behind stays.
const digits = Buffer.from(Array.from({ length: 3000 }, (_, i) => i * 37 % 251)).toString('base64');
const sums = [];
for (const wrong of ['\n', '=', '*', '-', '你']) {
  for (const place of [0, 1, 63, 64, 1023, 1024, 2000, 3999]) {
    const room = Buffer.alloc(SIZE, 0xaa);
    sums.push(room.write(digits.slice(0, place) + wrong + digits.slice(place), 'base64'), sum(room));
    sums.push(room.write('ab'.repeat(place) + wrong + 'cd'.repeat(600), 9, 'hex'), sum(room));
  }
}
console.log(sums.length, sum(sums));
