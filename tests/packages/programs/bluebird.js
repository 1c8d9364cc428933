const Promise = require('bluebird');
const order = [];
Promise.resolve(1).then(() => order.push('bluebird'));
process.nextTick(() => order.push('tick'));
global.Promise.resolve().then(() => order.push('native'));
setImmediate(async () => {
  console.log(order);
  console.log(
    await Promise.map([1, 2, 3], (n) => Promise.delay(5 * n).return(n * 2), { concurrency: 2 }),
    await Promise.props({ a: Promise.resolve(1), b: 2 }),
    await Promise.reduce([1, 2, 3], (a, b) => a + b),
  );
  await Promise.reject(new TypeError('t'))
    .catch(RangeError, () => console.log('range'))
    .catch(TypeError, (e) => console.log('type', e.message));
  await Promise.delay(50)
    .timeout(5, 'too slow')
    .catch(Promise.TimeoutError, (e) => console.log(e.name, e.message));
  const fs = Promise.promisifyAll(require('fs'));
  console.log(
    (await fs.statAsync('.')).isDirectory(),
    await Promise.some([Promise.reject(new Error('x')), 1, 2], 2),
    await Promise.using(
      Promise.resolve('r').disposer(() => console.log('disposed')),
      (r) => r,
    ),
  );
  console.log(
    await Promise.coroutine(function* () {
      return (yield Promise.resolve(4)) + 1;
    })(),
    Promise.resolve(3).inspect?.().value(),
    await Promise.each([1, 2], (n) => console.log('each', n)),
  );
});
