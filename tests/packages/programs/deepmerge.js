const merge = require('deepmerge');
const equal = require('fast-deep-equal');
console.log(
  merge({ a: { b: [1] }, c: 1 }, { a: { b: [2], d: new Date(0) } }),
  merge.all([{ a: 1 }, { b: 2 }, { a: 3 }]),
  merge([1], [2], { arrayMerge: (to, from) => from }),
  equal({ a: [1, { b: /x/g }] }, { a: [1, { b: /x/g }] }),
  equal({ a: undefined }, {}),
  equal(NaN, NaN),
  require('fast-deep-equal/es6')(new Map([[1, new Set([2])]]), new Map([[1, new Set([2])]])),
);
