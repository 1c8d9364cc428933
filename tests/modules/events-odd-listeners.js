// Listeners are called whatever they are: without a prototype, with a property `call` of their own, a
// proxy, a bound function; alone and in a list, with any number of arguments.
const EventEmitter = require('events');
const emitter = new EventEmitter();

function show(name) {
  return function(...args) {
    console.log(name, this === emitter, args.join());
  };
}

const orphan = Object.setPrototypeOf(show('without prototype'), null);
const misleading = Object.assign(show('own call'), {
  call() { console.log('wrong'); },
  apply() { console.log('wrong'); },
});
const proxy = new Proxy(show('proxy'), {});
const bound = show('bound').bind(emitter);

for (let count = 0; count < 7; count++) {
  const args = [1, 2, 3, 4, 5, 6].slice(0, count);
  for (const listener of [orphan, misleading, proxy, bound]) {
    emitter.on('alone', listener);
    emitter.emit('alone', ...args);
    emitter.removeListener('alone', listener);
  }
}
for (const listener of [orphan, misleading, proxy, bound]) {
  emitter.on('list', listener);
  emitter.once('list', listener);
  emitter.on('error', listener);
}
for (let count = 0; count < 6; count++) emitter.emit('list', ...[1, 2, 3, 4, 5].slice(0, count));
emitter.emit('error', 'oh');

const capturing = new EventEmitter({ captureRejections: true });
capturing.on('event', Object.setPrototypeOf(async () => { throw new Error('captured'); }, null));
capturing.on('error', Object.setPrototypeOf((error) => console.log(error.message), null));
capturing.emit('event', 1);
