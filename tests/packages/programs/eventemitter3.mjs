import EventEmitter from 'eventemitter3';
const e = new EventEmitter();
e.on(
  'x',
  function (...words) {
    console.log(this.tag, words);
  },
  { tag: 't' },
);
e.once('x', () => console.log('once'));
console.log(e.emit('x', 1, 2), e.emit('x'), e.emit('none'), e.listenerCount('x'), e.eventNames());
e.removeAllListeners();
console.log(e.listeners('x'));
