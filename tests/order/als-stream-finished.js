// The callback of stream.finished() runs in the async context of the call, wherever the stream is ended.
'use strict';

const { AsyncLocalStorage } = require('async_hooks');
const { PassThrough, Readable, finished, pipeline } = require('stream');

const storage = new AsyncLocalStorage();
const none = new Readable({ read() {} });
finished(none, () => console.log('without a store', storage.getStore()));

const late = new Readable({ read() {} });
storage.run('caller', () => finished(late, (error) => console.log('late', error.code, storage.getStore())));

const over = new Readable({ read() {} });
over.destroy();
storage.run('caller', () => finished(over, (error) => console.log('over already', error.code, storage.getStore())));

const aborted = new Readable({ read() {} });
const controller = new AbortController();
storage.run('caller', () => {
  finished(aborted, { signal: controller.signal }, (error) => console.log('aborted', error.code, storage.getStore()));
});

const piped = new PassThrough();
storage.run('caller', () => {
  pipeline(piped, new PassThrough().resume(), () => console.log('pipeline', storage.getStore()));
});

setImmediate(() => {
  storage.run('other', () => {
    none.destroy();
    late.destroy();
    controller.abort();
    piped.end();
  });
});
