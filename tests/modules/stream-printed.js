// How the states of streams print, fresh and in use.
'use strict';
const { Duplex, PassThrough, Readable, Transform, Writable } = require('stream');

for (const Class of [Readable, Writable, Duplex, Transform, PassThrough]) {
  const stream = new Class();
  if (stream._readableState) console.log(Class.name, stream._readableState);
  if (stream._writableState) console.log(Class.name, stream._writableState);
}

const readable = new Readable({ read() {}, encoding: 'latin1', highWaterMark: 3 });
readable.push('abc');
readable.on('data', () => {});
console.log(readable._readableState.length, readable._readableState.buffer, readable._readableState.flowing);
const objects = new Readable({ read() {}, objectMode: true });
objects.push(1);
objects.push(2);
objects.read();
console.log(objects._readableState);

const writable = new Writable({ write() {} });
writable.write('x');
writable.write('y', function done() {});
writable.cork();
writable.end('z', function ended() {});
console.log(writable._writableState);
console.log(writable._writableState.getBuffer().length, writable._writableState.bufferedRequestCount);

const failed = new PassThrough({ autoDestroy: false });
failed.on('error', () => {});
failed.destroy(new Error('broken'));
process.nextTick(() => {
  for (const name of ['errored', 'errorEmitted', 'closed', 'closeEmitted', 'destroyed']) {
    console.log(name, failed._readableState[name] === failed._writableState[name]);
  }
  console.log(Object.keys(failed._readableState).includes('buffer'), failed._readableState.paused);
});

const emitter = new Readable({ read() {} });
const listener = () => {};
emitter.on('data', listener).on('other', listener);
emitter.off('data', listener).off('other', listener);
console.log(emitter._events, emitter.eventNames());
