const Q = require('q');
Q.fcall(() => 10)
  .then((n) => Q.delay(n, 5))
  .spread?.(() => {});
const deferred = Q.defer();
setTimeout(() => deferred.resolve('later'), 5);
deferred.promise
  .then((value) => {
    console.log(value);
    return Q.all([1, Q(2), Q.delay(3, 2)]);
  })
  .spread((a, b, c) => console.log(a, b, c))
  .then(() => Q.allSettled([Q.reject(new Error('no')), 1]))
  .then((list) => console.log(list.map((s) => s.state)))
  .then(() => Q.nfcall(require('fs').readFile, '/nowhere'))
  .fail((error) => console.log(error.code))
  .then(() => Q.delay(100).timeout(5))
  .catch((error) => console.log(error.message))
  .finally(() => console.log('finally'))
  .then(() =>
    Q.async(function* () {
      const a = yield Q(1);
      return a + 1;
    })(),
  )
  .then((n) => console.log(n))
  .done();
