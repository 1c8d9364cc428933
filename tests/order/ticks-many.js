// More ticks than the queue has room for at first, some with arguments, some made by others: in order.
'use strict';

const seen = [];
for (let i = 0; i < 3000; i += 1) {
  process.nextTick((first, second) => {
    seen.push(second === undefined ? first : first + second);
    if (first % 1000 !== 0) return;
    for (let j = 0; j < 700; j += 1) process.nextTick(() => seen.push('inner'));
  }, i, i % 2 === 1 ? 0.5 : undefined);
}
setImmediate(() => {
  const outer = seen.filter((value) => value !== 'inner');
  console.log(seen.length, seen.indexOf('inner'), seen.lastIndexOf('inner'));
  console.log(outer.every((value, index) => value === (index % 2 === 1 ? index + 0.5 : index)));
});
