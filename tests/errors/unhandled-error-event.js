// An error event without a listener is thrown.
const EventEmitter = require('events');
const emitter = new EventEmitter();
emitter.emit('error', new Error('no listener'));
