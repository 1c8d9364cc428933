// What Buffer says of arguments it cannot use.
const cases = {
  from: [() => Buffer.from(5), () => Buffer.from('a', 'nope'), () => Buffer.from(new ArrayBuffer(2), 3)],
  alloc: [() => Buffer.alloc('5'), () => Buffer.alloc(-1), () => Buffer.alloc(4, 'zz', 'hex'),
    () => Buffer.allocUnsafe(4, 3)],
  concat: [() => Buffer.concat(), () => Buffer.concat([1]), () => Buffer.concat([], 'x')],
  byteLength: [() => Buffer.byteLength(1), () => Buffer.compare('a', Buffer.alloc(1))],
  write: [() => Buffer.alloc(2).write(1), () => Buffer.alloc(2).write('a', 3), () => Buffer.alloc(2).write('a', 0, 3)],
  copy: [() => Buffer.alloc(2).copy(1), () => Buffer.alloc(2).copy(Buffer.alloc(2), -1),
    () => Buffer.alloc(2).copy(Buffer.alloc(2), 0, 3)],
  fill: [() => Buffer.alloc(2).fill('a', 0, 3), () => Buffer.alloc(2).fill('a', 0, 1, 'nope'),
    () => Buffer.alloc(2).fill(Buffer.alloc(0))],
  swap: [() => Buffer.alloc(3).swap16(), () => Buffer.alloc(3).swap64()],
  compare: [() => Buffer.alloc(2).compare(Buffer.alloc(2), 0, 3), () => Buffer.alloc(2).equals('a')],
};

for (const [name, calls] of Object.entries(cases)) {
  for (const call of calls) {
    try {
      console.log(name, call());
    } catch ({ name: kind, code, message }) {
      console.log(`${name}: ${kind} ${code} ${message}`);
    }
  }
}
