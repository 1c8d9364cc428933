// The store is kept in timeouts and intervals.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('A', () => setTimeout(() => {
  console.log('timeout', storage.getStore());
  const timer = setInterval(() => {
    console.log('interval', storage.getStore());
    clearInterval(timer);
  }, 1);
}, 1));
storage.run('B', () => setTimeout(() => console.log('timeout', storage.getStore()), 1));
setTimeout(() => console.log('timeout', storage.getStore()), 1);
const end = performance.now() + 10;
while (performance.now() < end);
