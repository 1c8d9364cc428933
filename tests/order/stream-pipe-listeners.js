// In which order pipe() adds listeners, and unpipe() removes them.
'use strict';
const { PassThrough, Readable } = require('stream');

const source = new Readable({ read() {} });
const dest = new PassThrough({ highWaterMark: 1 });
for (const [name, stream] of Object.entries({ source, dest })) {
  stream.on('newListener', (event) => console.log(name, 'adds', event));
  stream.on('removeListener', (event) => console.log(name, 'removes', event));
}
source.pipe(dest);
source.push('abc');
setImmediate(() => {
  console.log('unpipe', source._readableState.awaitDrainWriters === dest);
  source.unpipe();
  console.log(source.listenerCount('data'), dest.listenerCount('unpipe'), source.isPaused());
  source.pipe(dest, { end: false });
  source.push(null);
  dest.resume();
  source.on('end', () => process.nextTick(() => console.log(dest.writableEnded)));
});
