const qs = require('qs');
console.log(
  qs.parse('a[b][c]=d&list[]=1&list[]=2&n[3]=x&e=%C3%A9+x&f', { strictNullHandling: true }),
  qs.parse('?a.b=1', { allowDots: true, ignoreQueryPrefix: true }),
  qs.stringify({ a: { b: [1, { c: 2 }] }, d: new Date(0), e: null, f: undefined, g: 'é &' }),
  qs.stringify({ a: [1, 2] }, { arrayFormat: 'repeat', encode: false }),
  qs.stringify({ b: 1, a: 2 }, { sort: (x, y) => x.localeCompare(y), addQueryPrefix: true }),
  qs.parse('a=%u2603', { charset: 'iso-8859-1' }),
  qs.parse('a[hasOwnProperty]=b'),
);
