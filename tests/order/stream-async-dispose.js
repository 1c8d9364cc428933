// Symbol.asyncDispose of streams: what it resolves to, and when, among microtasks.
'use strict';
const { Readable, Writable } = require('stream');

function watch(name, promise) {
  promise.then((value) => console.log(name, 'disposed', value), (error) => console.log(name, error.message));
}
function microtasks(name, count) {
  if (count > 0) queueMicrotask(() => { console.log(name, count); microtasks(name, count - 1); });
}

const readable = new Readable({ read() {} });
readable.on('error', (error) => console.log('readable', error.name));
readable.on('close', () => { console.log('readable close'); microtasks('after close', 4); });
watch('readable', readable[Symbol.asyncDispose]());
const writable = new Writable({ destroy(error, callback) { callback(new Error('own')); } });
writable.on('error', () => console.log('writable error'));
watch('writable', writable[Symbol.asyncDispose]());
const done = new Writable({ write(chunk, encoding, callback) { callback(); } });
done.end(() => done.on('close', () => watch('done', done[Symbol.asyncDispose]())));
