// A source that ends while nobody listens: who listens for 'readable' later is told, unless all was read.
'use strict';
const { Readable } = require('stream');

function make(name) {
  const stream = new Readable({ read() {} });
  stream.push(null);
  stream.on('end', () => console.log(name, 'end'));
  return stream;
}
function listen(stream, name) {
  stream.on('readable', () => console.log(name, 'readable', stream.read()));
  const { emittedReadable, needReadable } = stream._readableState;
  console.log(name, { emittedReadable, needReadable });
}

listen(make('fresh'), 'fresh');
const polled = make('polled');
polled.read(0);
listen(polled, 'polled');
const read = make('read');
read.read();
listen(read, 'read');

// The listener is gone when the source ends, though the stream has not noticed.
const left = new Readable({ highWaterMark: 3, read() { this.push(null); } });
left.push('ab');
left.on('readable', () => console.log('never'));
left.removeAllListeners('readable');
left.read(0);
console.log('left', left._readableState.emittedReadable);
