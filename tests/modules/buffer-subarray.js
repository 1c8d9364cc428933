// Parts of Buffers: places of every kind, of memory of each kind, often enough that all of it is compiled.
const memories = {
  own: () => Buffer.alloc(16, 'abcdefgh'),
  pool: () => Buffer.from('0123456789'.repeat(20)),
  large: () => Buffer.alloc(100_000, 'xyz'),
  over: () => Buffer.from(new ArrayBuffer(32), 3, 20),
  shared: () => Buffer.from(new SharedArrayBuffer(12)),
  resizable: () => Buffer.from(new ArrayBuffer(12, { maxByteLength: 20 })),
  named: () => Object.assign(Buffer.alloc(16), { name: 1 }),
  empty: () => Buffer.alloc(0),
};
const places = [undefined, null, 0, 1, 5, 15, 16, 17, 99_999, 2 ** 31, 2 ** 53, -1, -5, -16, -2_000_000, 1.5, -1.5, NaN, Infinity,
  -Infinity, '2', 'x', true, {}, [3]];
for (const [name, make] of Object.entries(memories)) {
  const sums = [];
  for (let round = 0; round < 3; round++) {
    const whole = make();
    let sum = 0;
    for (const start of places) {
      for (const end of places) {
        for (const method of ['subarray', 'slice']) {
          const part = whole[method](start, end);
          if (!Buffer.isBuffer(part) || part.buffer !== whole.buffer) console.log('another memory', name, start, end);
          if (part.length > 0 && part[0] !== whole[part.byteOffset - whole.byteOffset]) console.log('other bytes', name, start, end);
          sum = (sum * 31 + part.length * 7 + part.byteOffset - whole.byteOffset) % 1_000_003;
        }
      }
    }
    sums.push(sum);
  }
  console.log(name, ...sums);
}

const source = Buffer.alloc(12, 'hello world ');
const [part, tail] = [source.subarray(2, 9), source.subarray(-6).subarray(1, -1)];
part[0] = 76;
console.log(source.toString(), part.toString(), tail.toString(), part.subarray(1).parent === source.buffer);
const moved = source.buffer.transfer();
console.log(moved.byteLength, source.length, part.length, tail.length, part.byteOffset);
for (const detached of [source, part]) {
  try {
    console.log(detached.subarray(0, 2).length);
  } catch (error) {
    console.log(error.name);
  }
}
console.log(Buffer.prototype.subarray.call(new Uint8Array([1, 2, 3]), 1), Buffer.prototype.subarray.call(new Uint8Array(8).subarray(2, 6), 1));
for (const wrong of [undefined, null, {}, 'text', [1, 2]]) {
  try {
    console.log(Buffer.prototype.subarray.call(wrong, 1));
  } catch (error) {
    console.log(error.name);
  }
}

// Of what is kept for long and what is not.
const kept = [];
for (let i = 0; i < 50_000; i++) {
  const piece = Buffer.from(`piece ${i} of the memory that all of them share`).subarray(6, 6 + String(i).length);
  if (i % 100 === 0) kept.push(piece);
}
console.log(kept.length, kept.every((piece, i) => piece.toString() === String(i * 100)));
