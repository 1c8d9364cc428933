// Symbol.dispose clears timeouts, intervals and immediates.
const timer = setTimeout(() => console.log('timeout: never'), 1);
const interval = setInterval(() => console.log('interval: never'), 1);
const immediate = setImmediate(() => console.log('immediate: never'));
timer[Symbol.dispose]();
interval[Symbol.dispose]();
immediate[Symbol.dispose]();
setTimeout(() => console.log('end'), 20);
