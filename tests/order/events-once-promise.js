// events.once() gives a promise: it settles in a microtask after emit.
const EventEmitter = require('events');
const emitter = new EventEmitter();
EventEmitter.once(emitter, 'event').then((args) => console.log('promise', args));
setImmediate(() => {
  emitter.on('event', () => console.log('listener'));
  emitter.emit('event', 1, 2);
  console.log('after emit');
  process.nextTick(() => console.log('tick'));
});
