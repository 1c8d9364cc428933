// A signal that is aborted already: the promise is rejected at once.
const { setTimeout: sleep, setImmediate: immediate } = require('timers/promises');
const signal = AbortSignal.abort();
sleep(10, null, { signal }).catch((error) => console.log('timeout', error.name, error.message));
immediate(null, { signal }).catch((error) => console.log('immediate', error.name, error.message));
console.log('script');
