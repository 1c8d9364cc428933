// The clear functions ignore what is not a timer.
for (const clear of [clearTimeout, clearInterval, clearImmediate]) {
  for (const value of [undefined, null, 0, 123456, 'x', {}, [], true, NaN, Symbol.iterator]) clear(value);
  clear();
}
console.log('nothing thrown');
