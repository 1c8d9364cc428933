// Listeners run inside emit(), in the order in which they were added.
const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.on('event', () => console.log('first'));
emitter.prependListener('event', () => console.log('put in front'));
emitter.once('event', () => console.log('once'));
process.nextTick(() => console.log('tick'));
console.log(emitter.emit('event'));
console.log(emitter.emit('event'));
console.log(emitter.emit('other'));
