// EventEmitter: adding, removing, counting, names, order.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const first = (...args) => console.log('first', ...args);
emitter.on('a', first);
emitter.once('a', () => console.log('once'));
emitter.prependListener('a', () => console.log('before'));
console.log(emitter.emit('a', 1, 2, 3, 4), emitter.listenerCount('a'));
emitter.off('a', first);
console.log(emitter.emit('a'), emitter.eventNames(), emitter.listeners('a').length, emitter.rawListeners('a').length);
emitter.removeAllListeners();
console.log(emitter.emit('a'), emitter.eventNames());
emitter.on('newListener', (name) => console.log('newListener', name));
emitter.on('removeListener', (name) => console.log('removeListener', name));
emitter.on('b', first).off('b', first);
