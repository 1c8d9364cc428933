import pLimit from 'p-limit';
import PQueue from 'p-queue';
import pMap, { pMapIterable } from 'p-map';
const limit = pLimit(2);
let active = 0;
let most = 0;
const job = (n) => async () => {
  most = Math.max(most, ++active);
  await new Promise((done) => setTimeout(done, 5));
  active--;
  return n;
};
console.log(await Promise.all([1, 2, 3, 4].map((n) => limit(job(n)))), most, limit.activeCount);
const queue = new PQueue({ concurrency: 1 });
const order = [];
queue.add(async () => order.push('low'), { priority: 0 });
queue.add(async () => order.push('mid'), { priority: 1 });
queue.add(async () => order.push('high'), { priority: 9 });
await queue.onIdle();
console.log(order, queue.size);
console.log(await pMap([1, 2, 3], async (n) => n * 2, { concurrency: 2 }));
await pMap(
  [1, 2],
  async () => {
    throw new Error('x');
  },
  { stopOnError: false },
).catch((error) => console.log(error.name, error.errors.length));
for await (const n of pMapIterable([3, 1], async (x) => x + 1)) console.log(n);
