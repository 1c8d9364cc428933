// Arguments after the function are passed on, in ticks, immediates, timeouts and intervals.
process.nextTick((...args) => console.log('tick', args), 1, 'two', null, [4], 5, 6);
queueMicrotask((...args) => console.log('microtask', args), 'not passed');
setImmediate((...args) => {
  console.log('immediate', args);
  setTimeout((...args) => {
    console.log('timeout', args);
    const timer = setInterval((...args) => {
      console.log('interval', args);
      clearInterval(timer);
    }, 1, 'e', 'f', 'g');
  }, 1, 'c', 'd', undefined);
}, 'a', 'b');
