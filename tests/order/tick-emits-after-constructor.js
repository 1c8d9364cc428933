// An event emitted in a tick reaches listeners that are added after the constructor returned.
const EventEmitter = require('events');
class Device extends EventEmitter {
  constructor() {
    super();
    this.emit('ready', 'too early');
    process.nextTick(() => this.emit('ready', 'in a tick'));
  }
}
new Device().on('ready', (when) => console.log('ready', when));
