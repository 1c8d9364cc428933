// Chunks that do not fit the stream's encoding, and what becomes of them and of the flags.
'use strict';
const { Readable, Writable } = require('stream');

const text = new Readable({ encoding: 'base64', read() {} });
text.unshift(new Uint8Array([65, 66]));
console.log(text.read());
text.unshift(new Uint8Array([65, 66]));
text.push(Buffer.from('abc'));
text.on('data', (chunk) => console.log(chunk));

const objects = new Readable({ objectMode: true, read() {} });
objects.setEncoding('utf8');
objects.read(0);
try { objects.push({}); } catch (error) { console.log(error.code); }
console.log('reading', objects._readableState.reading);

const sink = new Writable({
  objectMode: true,
  write(chunk, encoding, callback) { console.log(chunk, encoding); callback(); },
});
sink.write('plain');
sink.write('named', 'latin1');

// Writes that wait are counted until the last of those done at once has returned.
let calls = 0;
const corked = new Writable({
  write(chunk, encoding, callback) {
    calls += 1;
    console.log(`${chunk}`, corked._writableState.bufferedRequestCount, corked.writableLength);
    if (calls < 3) callback();
    else setImmediate(callback);
  },
});
corked.cork();
for (const letter of 'abcd') corked.write(letter);
corked.uncork();
corked.end();
console.log(corked._writableState.finalCalled, corked._writableState.prefinished);
corked.on('finish', () => console.log(corked._writableState.finalCalled));
