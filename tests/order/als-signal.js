// A signal's listeners have the store in which the first of them was added.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run('first', () => process.on('SIGUSR2', () => console.log('listener', storage.getStore())));
storage.run('second', () => process.on('SIGUSR2', () => {
  console.log('another', storage.getStore());
  clearTimeout(timer);
}));
const timer = setTimeout(() => {}, 10000);
storage.run('sender', () => process.kill(process.pid, 'SIGUSR2'));
