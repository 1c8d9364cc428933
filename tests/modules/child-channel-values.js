// What goes over a channel, as JSON and in the advanced form, comes back the same.
'use strict';
const { fork } = require('child_process');

const values = [
  1, -0, 1.5, NaN, 'text', 'ä€😀', null, true, [1, , 3], { a: { b: [] } }, new Date(0), /a+/gi, new Map([[1, { x: 2 }]]),
  new Set(['y']), 12345678901234567890n, -1n, Buffer.from('bytes'), new Uint16Array([1, 2]),
  new ArrayBuffer(3), new RangeError('range', { cause: 'why' }), Object('boxed'), Object(5n), [undefined], 2 ** 40, -(2 ** 31),
];
const circle = { name: 'circle' };
circle.self = circle;

if (process.argv[2] === 'child') {
  process.on('message', (message) => process.send(message));
} else {
  const run = (serialization, list, done) => {
    const child = fork(__filename, ['child'], { serialization });
    let index = 0;
    child.on('message', ({ value }) => {
      const text = value instanceof Error ? [value.name, value.message, value.cause] : value;
      console.log(serialization, index, text);
      index++;
      if (index === list.length) child.disconnect();
    });
    for (const value of list) child.send({ value });
    for (const value of serialization === 'json' ? [] : [() => {}, Symbol('s')]) {
      try {
        child.send({ value, list: [value] });
      } catch (error) {
        console.log(serialization, error.name, error.message);
      }
    }
    child.on('exit', done);
  };
  run('advanced', [...values, circle], () => run('json', values.filter((value) => typeof value !== 'bigint' &&
    !(value instanceof Object && typeof value.valueOf() === 'bigint')), () => {}));
}
