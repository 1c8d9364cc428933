// events.on() as an async iterator: events that came in one turn are all kept.
const EventEmitter = require('events');
const emitter = new EventEmitter();
(async () => {
  let count = 0;
  for await (const [value] of EventEmitter.on(emitter, 'event')) {
    console.log('got', value);
    if (++count === 3) break;
  }
  console.log('done');
})();
setImmediate(() => {
  emitter.emit('event', 1);
  emitter.emit('event', 2);
  console.log('emitted two');
});
setTimeout(() => emitter.emit('event', 3), 20);
