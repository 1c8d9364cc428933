// Listeners have the store of whoever emits.
const { AsyncLocalStorage } = require('async_hooks');
const EventEmitter = require('events');
const storage = new AsyncLocalStorage();
const emitter = new EventEmitter();
storage.run('adder', () => emitter.on('event', () => console.log(storage.getStore())));
storage.run('emitter', () => emitter.emit('event'));
emitter.emit('event');
