// The error event, wrong listeners, the warning about a leak.
const EventEmitter = require('events');
const emitter = new EventEmitter();
try {
  emitter.emit('error', new Error('nobody listens'));
} catch (error) {
  console.log(error.message);
}
try {
  emitter.on('a', 'not a function');
} catch (error) {
  console.log(error.code, error.message);
}
emitter.on(EventEmitter.errorMonitor, (error) => console.log('monitor', error.message));
emitter.on('error', (error) => console.log('handler', error.message));
emitter.emit('error', new Error('somebody listens'));
process.on('warning', (warning) => console.log(warning.name, warning.type, warning.count));
for (let i = 0; i < 11; i++) emitter.on('many', () => {});
