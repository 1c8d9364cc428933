// The rejection of an aborted timer is in the context of the one who waits, not of the one who aborts.
const { AsyncLocalStorage } = require('async_hooks');
const timers = require('timers/promises');
const store = new AsyncLocalStorage();
process.on('unhandledRejection', (reason) => console.log(reason.name, store.getStore()));
const controller = new AbortController();
const { signal } = controller;
store.run('timeout', () => timers.setTimeout(1000, 0, { signal }));
store.run('immediate', () => timers.setImmediate(0, { signal }));
timers.scheduler.wait(1000, { signal });
store.run('abort', () => controller.abort());
