const R = require('ramda');
console.log(
  R.pipe(
    R.filter(R.propEq(1, 'k')),
    R.map(R.pick(['v'])),
    R.sortBy(R.prop('v')),
  )([
    { k: 1, v: 3 },
    { k: 2, v: 0 },
    { k: 1, v: 1, w: 2 },
  ]),
  R.curry((a, b, c) => a + b + c)(1)(R.__, 3)(2),
  R.over(R.lensPath(['a', 0, 'b']), R.inc, { a: [{ b: 1 }] }),
  R.groupBy(R.length, ['a', 'bb', 'c']),
  R.equals(new Map([[[1], { a: 1 }]]), new Map([[[1], { a: 1 }]])),
  R.transduce(R.compose(R.map(R.inc), R.take(2)), R.flip(R.append), [], [1, 2, 3]),
  R.toString({ a: [new Date(0), /x/g, undefined] }),
  R.evolve({ a: R.negate }, { a: 1, b: 2 }),
  R.zipWith(R.add, [1, 2], [3, 4]),
  R.mergeDeepRight({ a: { b: 1 } }, { a: { c: 2 } }),
  R.cond([
    [R.lt(R.__, 0), R.always('neg')],
    [R.T, String],
  ])(5),
);
