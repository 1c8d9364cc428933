const _ = require('lodash');
const people = [
  { name: 'ann', age: 36, tags: ['x'] },
  { name: 'bob', age: 40 },
  { name: 'cy', age: 36 },
];
console.log(_.groupBy(people, 'age'), _.keyBy(people, 'name').bob, _.sortBy(people, ['age', (p) => -p.name.length]));
console.log(
  _.chunk(_.range(7), 3),
  _.zipObjectDeep(['a.b', 'a.c'], [1, 2]),
  _.partition([1, 2, 3, 4], (n) => n % 2),
);
const deep = { a: [{ b: { c: new Map([[1, new Date(0)]]) } }], r: /x/gi, u: new Uint8Array(2) };
const copy = _.cloneDeep(deep);
console.log(copy, _.isEqual(copy, deep), copy.a !== deep.a);
console.log(_.get(deep, 'a[0].b.d', 'none'), _.set({}, 'x[1].y', 2), _.merge({ a: { b: 1 } }, { a: { c: [1] } }));
console.log(_.template('<% for (const p of people) { %><b><%- p.name %></b><% } %>')({ people: [{ name: '<ann>' }] }));
console.log(
  _.camelCase('--foo-bar--'),
  _.kebabCase('fooBarÀ'),
  _.deburr('déjà vu'),
  _.words('héllo, wörld ok'),
  _.truncate('a long sentence here', { length: 10 }),
);
console.log(_(people).filter({ age: 36 }).map('name').join('+'), _.flow([(a) => a + 1, (a) => a * 2])(3));
const calls = [];
const later = _.debounce((x) => {
  calls.push(x);
  console.log('debounced', calls);
}, 20);
later(1);
later(2);
later(3);
const once = _.throttle((x) => calls.push(`t${x}`), 5, { trailing: false });
once(1);
once(2);
console.log(
  _.memoize((x) => x * 2)(4),
  _.curry((a, b, c) => [a, b, c])(1)(2)(3),
  _.isPlainObject(Object.create(null)),
  _.isArguments(
    (function () {
      return arguments;
    })(),
  ),
);
console.log(_.VERSION, Object.keys(_).length);
