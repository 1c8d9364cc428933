// With something that is not an error.
const EventEmitter = require('events');
new EventEmitter().emit('error', 'text');
