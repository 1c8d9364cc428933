// A listener that throws stops emit, and the rest of the listeners.
const EventEmitter = require('events');
const emitter = new EventEmitter();
process.on('uncaughtException', (error) => console.log('handler:', error.message));
emitter.on('event', () => console.log('first'));
emitter.on('event', () => {
  throw new Error('thrown by second');
});
emitter.on('event', () => console.log('third: never'));
setImmediate(() => console.log('immediate'));
emitter.emit('event');
console.log('after emit: never');
