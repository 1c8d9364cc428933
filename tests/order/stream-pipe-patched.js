// Chunks through pipes take a short way as long as nobody looks: methods that are replaced while they flow,
// listeners that come and go, and what the state shows.
'use strict';
const { Readable, Transform, Writable } = require('stream');
const { inspect } = require('util');

const source = new Readable({ read() {} });
const upper = new Transform({
  transform(chunk, encoding, callback) {
    callback(null, String(chunk).toUpperCase());
  },
});
const sink = () => new Writable({
  write(chunk, encoding, callback) {
    console.log('written', String(chunk));
    callback();
  },
});
const last = sink();
source.pipe(upper).pipe(last);

const also = (chunk) => console.log('also', String(chunk));
const steps = [
  () => upper.on('data', also),
  () => upper.removeListener('data', also),
  () => {
    upper.push = function(chunk) {
      console.log('push', String(chunk));
      return Transform.prototype.push.call(this, chunk);
    };
  },
  () => delete upper.push,
  () => {
    upper.emit = function(name, ...rest) {
      console.log('emit', name);
      return Transform.prototype.emit.call(this, name, ...rest);
    };
  },
  () => delete upper.emit,
  () => {
    last.write = function(chunk) {
      console.log('write', String(chunk));
      return Writable.prototype.write.call(this, chunk);
    };
  },
  () => delete last.write,
  () => console.log(inspect(upper._readableState, { depth: 0 })),
  () => upper.pipe(sink()),
  () => upper.unpipe(last),
  () => upper.unpipe(),
  () => upper.pipe(last),
];

let index = 0;
function step() {
  source.push(`chunk ${index}`);
  setImmediate(() => {
    if (index === steps.length) return;
    steps[index++]();
    step();
  });
}
step();
