// One after the other: callbacks of several would come as chance has it.
const async = require('async');
(async () => {
  console.log(
    'waterfall',
    await async.waterfall([(next) => setImmediate(next, null, 1, 2), (a, b, next) => next(null, a + b)]),
  );
  console.log(
    'parallel',
    await async.parallelLimit(
      [3, 1, 2].map((n) => (done) => setTimeout(done, n * 10, null, n)),
      2,
    ),
  );
  console.log('map', await async.mapSeries(['a', 'b'], async (word) => word.toUpperCase()));
  console.log(
    'auto',
    await async.auto({ one: (done) => done(null, 1), two: ['one', (results, done) => done(null, results.one + 1)] }),
  );
  await async
    .each([1, 2], (n, done) => done(n === 2 ? new Error('stop') : null))
    .catch((error) => console.log('each', error.message));
  const queue = async.queue(
    (job, done) =>
      setTimeout(() => {
        console.log('job', job);
        done();
      }, 1),
    1,
  );
  queue.push(['x', 'y']);
  await queue.drain();
  let tries = 0;
  console.log(
    'retry',
    await async.retry({ times: 3, interval: 1 }, (done) =>
      ++tries < 3 ? done(new Error('again')) : done(null, tries),
    ),
  );
  await async.eachOfLimit({ a: 1, b: 2 }, 1, async (value, key) => console.log(key, value));
  async.each(
    [1],
    (n, done) => setImmediate(done),
    (error) => console.log('callback', error),
  );
})();
