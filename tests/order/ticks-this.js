// What `this` is in each kind of callback.
'use strict';
process.nextTick(function () {
  console.log('tick', this === undefined, typeof this);
});
queueMicrotask(function () {
  console.log('microtask', this === undefined);
});
const immediate = setImmediate(function () {
  console.log('immediate', this === immediate);
  const timeout = setTimeout(function () {
    console.log('timeout', this === timeout);
    const interval = setInterval(function () {
      console.log('interval', this === interval);
      clearInterval(this);
    }, 1);
  }, 1);
});
