const _ = require('underscore');
console.log(
  _.chain([3, 1, 2])
    .map((n) => n * 2)
    .sortBy()
    .value(),
  _.where([{ a: 1, b: 2 }, { a: 2 }], { a: 1 }),
  _.isEqual({ a: [1, { b: NaN }] }, { a: [1, { b: NaN }] }),
  _.template('<%= a %>-<%- b %>')({ a: 1, b: '<' }),
  _.debounce.length,
  _.groupBy([1.2, 1.8, 2], Math.floor),
  _.extend({ a: 1 }, { b: 2 }),
  _.flatten([1, [2, [3]]]),
  _.uniqueId('x'),
  _.escape('<&'),
  _.range(0, 10, 3),
  _.partial((a, b) => a - b, _, 1)(5),
  _.countBy(['a', 'b', 'a']),
  _.isArguments(
    (function () {
      return arguments;
    })(),
  ),
  _.findWhere([{ x: 1 }], { x: 1 }),
  _.VERSION,
);
