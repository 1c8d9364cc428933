// A port that was moved to a context: it, its events and what messages hold are of that context, and what cannot be is told.
'use strict';
const vm = require('vm');
const { BlockList } = require('net');
const { MessageChannel, MessagePort, moveMessagePortToContext, receiveMessageOnPort } = require('worker_threads');

const context = vm.createContext({ console });
const inside = (code) => vm.runInContext(code, context);
const { port1, port2 } = new MessageChannel();
const moved = moveMessagePortToContext(port1, context);
context.port = moved;

console.log(moved instanceof MessagePort, inside('port instanceof Object'), inside('port.postMessage instanceof Function'));
console.log(moved.constructor.name, Object.getOwnPropertyNames(moved), moved.onmessage, moved.hasRef());

for (const args of [[{}, context], [port2, {}], [port2]]) {
  try {
    moveMessagePortToContext(...args);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

inside(`
  const tell = (what, run) => {
    try {
      run();
    } catch (error) {
      console.log(what, error instanceof Error, error.constructor.name, error.name, error.code, error.message);
    }
  };
  tell('missing', () => port.postMessage());
  tell('not cloneable', () => port.postMessage(() => {}));
  tell('constructed', () => new port.constructor());
`);

inside(`
  port.onmessage = function(event) {
    const { data, ports } = event;
    console.log(this === port, event.target === port, event.type, Object.keys(event), ports instanceof Array);
    if (typeof data === 'string') return console.log(data);
    console.log(
      data instanceof Object, data.list instanceof Array, data.date instanceof Date, data.map instanceof Map,
      data.set instanceof Set, data.error instanceof RangeError, data.bytes instanceof Uint8Array,
      data.bytes.buffer instanceof ArrayBuffer, data.boxed instanceof Number, data.pattern instanceof RegExp);
    console.log(ports.length, ports[0] === data.port, ports[0] instanceof Object, ports[0].constructor === port.constructor);
    ports[0].postMessage(['from', 'inside']);
    port.close();
  };
  port.onmessageerror = ({ type, data }) => console.log(type, data instanceof Error, data.code, data.message);
  port.start();
`);

const other = new MessageChannel();
other.port2.on('message', (value) => {
  console.log('outside', value, value instanceof Array);
  other.port2.close();
});
port2.on('close', () => console.log('closed'));
port2.postMessage('first');
port2.postMessage(new BlockList());
port2.postMessage({
  list: [1], date: new Date(0), map: new Map([[1, 2]]), set: new Set([3]), error: new RangeError('no'),
  bytes: new Uint8Array(4), boxed: Object(5), pattern: /x/, port: other.port1,
}, [other.port1]);

{
  const { port1, port2 } = new MessageChannel();
  const moved = moveMessagePortToContext(port1, context);
  port2.postMessage([1]);
  const { message } = receiveMessageOnPort(moved);
  console.log(message, message instanceof Array);
  port2.close();
}
