import { LRUCache } from 'lru-cache';
const gone = [];
const cache = new LRUCache({
  max: 3,
  ttl: 40,
  dispose: (value, key, why) => gone.push([key, why]),
  fetchMethod: async (key) => `fetched ${key}`,
});
for (const k of ['a', 'b', 'c']) cache.set(k, k);
cache.get('a');
cache.set('d', 'd');
console.log([...cache.keys()], gone, cache.has('b'), cache.size, await cache.fetch('z'));
await new Promise((done) => setTimeout(done, 80));
console.log(cache.get('a'), cache.purgeStale(), cache.size);
const sized = new LRUCache({ maxSize: 10, sizeCalculation: (v) => v.length });
sized.set(1, 'x'.repeat(6));
sized.set(2, 'y'.repeat(6));
console.log(sized.calculatedSize, [...sized], sized.dump().length);
