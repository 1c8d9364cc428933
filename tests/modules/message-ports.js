// MessageChannel, BroadcastChannel and what is handed over.
'use strict';
const {
  BroadcastChannel, MessageChannel, MessagePort, isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable,
  receiveMessageOnPort,
} = require('worker_threads');

function attempt(what, run) {
  try {
    console.log(what, run());
  } catch (error) {
    console.log(what, error.name, error.code, error.message);
  }
}

const { port1, port2 } = new MessageChannel();
const memory = new ArrayBuffer(4);
const marked = new ArrayBuffer(4);
markAsUntransferable(marked);
attempt('marked', () => isMarkedAsUntransferable(marked));
attempt('new MessagePort', () => new MessagePort());
attempt('nothing', () => port1.postMessage());
attempt('function', () => port1.postMessage(() => 1));
attempt('source', () => port1.postMessage(1, [port1]));
attempt('unlisted', () => port1.postMessage(new MessageChannel().port1));
attempt('twice', () => port1.postMessage(1, [memory, memory]));
attempt('options', () => port1.postMessage(1, 5));
attempt('transfer', () => port1.postMessage(1, { transfer: 5 }));
attempt('no buffer', () => port1.postMessage(1, [{}]));
attempt('untransferable', () => port1.postMessage(marked, [marked]));
attempt('foreign', () => MessagePort.prototype.postMessage.call({}, 1));
attempt('not cloneable', () => {
  const object = {};
  markAsUncloneable(object);
  return structuredClone([object]);
});

const inner = new MessageChannel();
inner.port1.postMessage('from before');
port1.postMessage({ memory, view: new Uint8Array(memory, 1, 2), port: inner.port2 }, [memory, inner.port2]);
console.log(memory.detached);
const { message } = receiveMessageOnPort(port2);
console.log(message.memory === message.view.buffer, message.view, message.port instanceof MessagePort);
console.log(receiveMessageOnPort(message.port), receiveMessageOnPort(port2));
attempt('no port', () => receiveMessageOnPort({}));
message.port.close();

port2.onmessage = (event) => {
  console.log(event.constructor.name, event.data, event.ports.length, event.target === port2, port2.hasRef());
  port2.onmessage = null;
  console.log(port2.hasRef());
  port2.close(() => console.log('closed'));
};
console.log(port2.hasRef());
port1.postMessage(new Map([[1, new Set([2])]]));

const one = new BroadcastChannel('news');
const other = new BroadcastChannel('news');
one.onmessage = (event) => console.log('one', event.data);
other.onmessage = (event) => {
  console.log('other', event.data);
  one.close();
  other.close();
  attempt('closed', () => one.postMessage(1));
};
one.postMessage('hello');
console.log(one);
