// What stream.isReadable() and its like say of streams in all conditions, and of what only looks like one.
'use strict';

const { Duplex, PassThrough, Readable, Stream, Writable } = require('stream');
const EventEmitter = require('events');
const stream = require('stream');

const questions = ['isReadable', 'isWritable', 'isErrored', 'isDisturbed', 'isDestroyed'];

function show(name, value) {
  console.log(name.padEnd(22), questions.map((question) => String(stream[question](value)).padEnd(5)).join(' '));
}

function like(properties) {
  return Object.assign(new EventEmitter(), { pipe() {}, write() {} }, properties);
}

console.log(''.padEnd(22), questions.join(' '));
show('readable', new Readable({ read() {} }));
show('writable', new Writable());
show('duplex', new Duplex({ read() {} }));
show('duplex, write only', new Duplex({ readable: false }));
show('duplex, read only', new Duplex({ writable: false, read() {} }));
show('oldest kind', new Stream());
show('null', null);
show('undefined', undefined);
show('number', 5);
show('object', {});
show('emitter', new EventEmitter());
show('with methods', like({}));
show('says readable', like({ readable: true }));
show('says not readable', like({ readable: false }));
show('says writable', like({ writable: true }));
show('says ended', like({ writable: true, writableEnded: true }));
show('says destroyed', like({ readable: true, destroyed: true }));
show('state: end emitted', like({ readable: true, _readableState: { endEmitted: true } }));
show('state: all read', like({ readable: true, _readableState: { endEmitted: false, ended: true, length: 0 } }));
show('state: destroyed', like({ writable: true, _writableState: { destroyed: true } }));
show('state: ended', like({ writable: true, _writableState: { ended: true } }));
show('state: error emitted', like({ _readableState: { errorEmitted: true } }));
show('state: failed', like({ _writableState: { errored: new Error('it') } }));
show('by symbols', {
  [Symbol.for('nodejs.stream.readable')]: true,
  [Symbol.for('nodejs.stream.writable')]: false,
  [Symbol.for('nodejs.stream.errored')]: true,
  [Symbol.for('nodejs.stream.disturbed')]: true,
});

const destroyed = new PassThrough();
destroyed.destroy();
show('destroyed', destroyed);

const failed = new Readable({ read() {} });
failed.on('error', () => show('failed', failed));
failed.destroy(new Error('it'));

const ended = new Writable({ write(chunk, encoding, callback) { callback(); } });
ended.end();
show('end() called', ended);
ended.on('finish', () => show('finished', ended));
ended.on('close', () => show('closed', ended));

const read = Readable.from(['a']);
read.once('data', () => show('data came', read));
read.once('end', () => show('end came', read));
