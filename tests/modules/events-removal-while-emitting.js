// Listeners added or removed while an event is emitted count from the next emit on.
const EventEmitter = require('events');
const emitter = new EventEmitter();
const b = () => console.log('b');
emitter.on('e', () => {
  console.log('a');
  emitter.off('e', b);
  emitter.on('e', () => console.log('c'));
});
emitter.on('e', b);
emitter.emit('e');
console.log('--');
emitter.emit('e');
