// captureRejections: a rejected async listener becomes an error event, in a tick.
const EventEmitter = require('events');
const emitter = new EventEmitter({ captureRejections: true });
emitter.on('event', async () => {
  throw new Error('from listener');
});
emitter.on('error', (error) => console.log('error event', error.message));
emitter.emit('event');
console.log('after emit');
setImmediate(() => console.log('immediate'));
