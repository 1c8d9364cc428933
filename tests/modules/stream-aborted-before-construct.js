// A stream whose signal is aborted already: it is closed before it is constructed.
const { Readable } = require('stream');
const stream = new Readable({
  signal: AbortSignal.abort(),
  construct(callback) {
    console.log('construct');
    callback();
  },
  read() {},
});
stream.on('error', (error) => console.log('error', error.name));
stream.on('close', () => console.log('close'));
