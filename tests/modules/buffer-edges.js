// Text that is written leaves the bytes behind it alone; patterns are cut where the room ends; ranges of
// compare(); the numbers of 1 to 6 bytes.
const texts = ['a', 'é', '€', '😀', 'ab€', 'aé😀', 'plain text, then 😀', '\ud83d', 'x\udc00y'];
for (const text of texts) {
  for (const repeated of [text, text.repeat(40)]) {
    const { length } = Buffer.from(repeated);
    for (const room of [0, 1, 2, 3, 4, 5, 7, 64, 97, length - 1, length, length + 5]) {
      const target = Buffer.alloc(Math.max(room, 0) + 8, 0xaa);
      const written = target.write(repeated, 2, Math.max(room, 0), 'utf8');
      const rest = target.subarray(2 + written);
      if (!rest.every((byte) => byte === 0xaa) || target[0] !== 0xaa) console.log('overrun', text, room);
      console.log(written, target.toString('hex', 0, 16));
    }
    console.log(Buffer.from(repeated).toString() === repeated.toWellFormed(),
      Buffer.from(repeated, 'ucs2').toString('ucs2') === repeated, Buffer.byteLength(repeated) === length);
  }
}

for (const [value, encoding] of [['ab'], ['é'], ['€uro'], ['abcdefghijkl'], ['abc', 'hex'], ['zz', 'hex'], ['YWI', 'base64'], ['é', 'latin1'], ['é', 'ucs2'], ['']]) {
  for (const size of [1, 2, 3, 7, 20]) {
    try {
      console.log(value, encoding, Buffer.alloc(size, 0xff).fill(value, 0, size, encoding).toString('hex'));
    } catch (error) {
      console.log(value, encoding, size, error.code);
    }
  }
}
const itself = Buffer.from([1, 2, 3, 4, 5, 6]);
console.log(itself.fill(itself.subarray(0, 2)), itself.fill(new Uint16Array([0x102, 0x304])));

const [a, b] = [Buffer.from('abcdefghijklmnopqrstuvwxyz'), Buffer.from('abcdefghijklmnopqrstuvwxyZ')];
console.log(a.compare(b), b.compare(a), a.compare(a), a.equals(b), a.equals(Buffer.from(a)), Buffer.compare(a, b));
for (const range of [[0, 5, 0, 5], [0, 5, 0, 6], [1, 5, 0, 5], [5, 2], [0, 0, 0, 0], [0, 0, 3, 2], [3, 3, 0, 1], [30], [0, 26, 30], [0, 27], [-1], ['1'], [0, 1.5], [0, 2, -1], [0, 2, 0, 27]]) {
  try {
    console.log(range.join(), a.compare(b, ...range));
  } catch (error) {
    console.log(range.join(), error.message);
  }
}

const numbers = Buffer.from([0x81, 0x92, 0xa3, 0xb4, 0xc5, 0xd6, 0xe7]);
for (let count = 1; count <= 6; count++) {
  console.log(numbers.readUIntLE(1, count), numbers.readUIntBE(1, count), numbers.readIntLE(0, count), numbers.readIntBE(0, count));
}
for (const [method, ...args] of [['writeUInt8', 256], ['writeUInt8', 1, '0'], ['writeUInt8', 256, '0'], ['writeUInt16LE', 70000, '0'], ['writeInt32BE', 1, 5], ['writeInt16BE', 1, 1.5], ['writeUInt32LE', -1, 0], ['writeFloatBE', 1, 6], ['writeInt8', 'abc', 1], ['writeUInt32BE', '17', 2], ['writeInt16LE', -2]]) {
  try {
    console.log(method, numbers[method](...args), numbers.toString('hex'));
  } catch (error) {
    console.log(method, error.code, error.message);
  }
}
for (const args of [[], ['utf8', 3], ['utf8', -5, 3], ['latin1', '2', '5'], ['utf8', NaN, 2], ['hex', 1.9, 4.9], ['none', 5, 5], ['utf8', 2, -1], ['utf8', 2, null], ['utf8', undefined, Infinity], [undefined, 24]]) {
  console.log(JSON.stringify(a.toString(...args)));
}

// Long texts, whose characters the string keeps.
for (const text of ['plain ', 'é', '€ euro ', '😀']) {
  const long = text.repeat(3000);
  const results = ['utf8', 'ucs2'].map((encoding) => Buffer.from(long, encoding).toString(encoding));
  console.log(results.map((result) => result === long && result.slice(-text.length) + result.length));
  console.log(`${results[0]}!`.length, results[1].indexOf('😀'), results[0].toUpperCase().length);
}
