// A listener of rejectionHandled that enters a context leaves it to the next one, and to no report of a rejection.
const { AsyncLocalStorage } = require('async_hooks'); const store = new AsyncLocalStorage();
const log = (s) => console.log(s, store.getStore());
process.on('unhandledRejection', (r) => log('unhandled '+r));
process.on('rejectionHandled', () => { log('handled late'); store.enterWith((store.getStore()||0)+1); });
const a = Promise.reject('a'), b = Promise.reject('b');
setTimeout(() => { a.catch(()=>{}); b.catch(()=>{}); Promise.reject('c'); store.run('d', () => Promise.reject('d')); Promise.reject('e'); process.nextTick(()=>log('tick')) }, 50);
setTimeout(()=>log('later'), 200);
