// What util.inspect shows of streams that were written to: which slots are there, and in which order.
'use strict';
const { PassThrough, Readable, Transform, Writable } = require('stream');
const { inspect } = require('util');
const show = (name, stream) => console.log(name, inspect(stream, { showHidden: false, depth: 4 }));

let done;
const writable = new Writable({ write(chunk, encoding, callback) { done = callback; }, decodeStrings: false, defaultEncoding: 'latin1' });
show('new', writable);
writable.write('a');
writable.write('b', 'hex', function named() {});
show('writing', writable);
done();
show('with a callback', writable);
writable.setDefaultEncoding('hex');
done();
writable.end(() => {});
show('ended', writable);

const plain = new Writable({ write(chunk, encoding, callback) { callback(); }, defaultEncoding: 'utf8' });
plain.cork();
plain.write('aa');
show('corked', plain);
plain.uncork();
plain.setDefaultEncoding('hex');
show('uncorked', plain);

const transform = new Transform({ transform(chunk, encoding, callback) { callback(null, chunk); } });
transform.write('x');
show('transform', transform);
transform.on('data', () => {});
transform.end('z');
show('ended transform', transform);

const readable = new Readable({ read() {}, defaultEncoding: 'latin1', encoding: 'utf8' });
readable.push('abc');
readable.pipe(new PassThrough());
show('piped', readable);
