// Scripts of vm that are stopped, and their promises.
'use strict';
const vm = require('vm');

function show(run) {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.code, error.name, error.message);
  }
}

show(() => vm.runInNewContext('for (;;);', {}, { timeout: 20 }));
show(() => vm.runInThisContext('for (;;) try { for (;;); } catch {} finally { continue }', { timeout: 20 }));
show(() => new vm.Script('(() => { while (true); })()').runInThisContext({ timeout: 20 }));
show(() => vm.runInNewContext('1 + 1', {}, { timeout: 1000 }));
show(() => vm.runInNewContext('throw new RangeError("own")', {}, { timeout: 1000 }));
// The inner one ends alone.
show(() => vm.runInNewContext('try { inner() } catch (error) { error.code }', {
  inner: () => vm.runInNewContext('for (;;);', {}, { timeout: 20 }),
}, { timeout: 10000 }));
// The outer one ends both.
show(() => vm.runInNewContext('try { inner() } catch (error) { error.code }', {
  inner: () => vm.runInNewContext('for (;;);', {}, { timeout: 10000 }),
}, { timeout: 50 }));

const log = [];
const context = vm.createContext({ log }, { microtaskMode: 'afterEvaluate' });
Promise.resolve().then(() => log.push('outer'));
vm.runInContext('Promise.resolve().then(() => log.push("first")).then(() => log.push("second")); log.push("script")', context);
log.push('after');
show(() => vm.runInContext('Promise.resolve().then(() => { for (;;); })', context, { timeout: 20 }));

const shared = vm.createContext({ log });
vm.runInContext('(async () => { await 1; log.push("shared") })()', shared);
process.nextTick(() => log.push('tick'));
vm.runInContext('Promise', shared).resolve('value').then((value) => log.push(value));
setImmediate(() => {
  console.log(log.join());
  setTimeout(() => vm.runInContext('end(3); log.push("not reached")', vm.createContext({ log, end: process.exit })), 5);
  setTimeout(() => console.log('never'), 5);
});
process.on('unhandledRejection', (error, promise) => {
  console.log('unhandled', error.message, promise instanceof Promise);
});
vm.runInContext('Promise.reject(new Error("of the context"))', shared);
process.on('exit', (code) => console.log('exit', code));
