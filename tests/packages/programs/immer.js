const {
  produce,
  enablePatches,
  produceWithPatches,
  applyPatches,
  current,
  original,
  freeze,
  enableMapSet,
  isDraft,
} = require('immer');
enablePatches();
enableMapSet();
const base = { a: { b: [1, 2] }, m: new Map([['k', { v: 1 }]]), keep: {} };
const [next, patches, back] = produceWithPatches(base, (d) => {
  d.a.b.push(3);
  d.m.get('k').v = 2;
  delete d.none;
  d.extra = isDraft(d.a);
  console.log(current(d.a), original(d.a) === base.a);
});
console.log(next, next.keep === base.keep, patches, applyPatches(next, back));
try {
  next.a.b.push(1);
} catch (error) {
  console.log(error.name);
}
console.log(
  produce((d, n) => {
    d.n += n;
  })({ n: 1 }, 5),
  produce(new Set([1]), (d) => {
    d.add(2);
  }),
);
