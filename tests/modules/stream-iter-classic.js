// stream/iter: from classic streams and back.
const { Readable, Writable } = require('stream');
const { fromReadable, fromSync, from, fromWritable, ondrain, pipeTo, push, text, toReadable, toReadableSync, toWritable } =
  require('stream/iter');

const describe = (error) => `${error?.name} ${error?.code} ${error?.message}`;
const settled = (promise) => {
  let state = 'pending';
  promise.then((value) => { state = `ok ${value}`; }, (error) => { state = describe(error); });
  return new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(state))));
};
function counting(options) {
  let count = 0;
  return new Readable({ read() { this.push(count < 3 ? `c${count++}` : null); }, ...options });
}
const toAsyncStreamable = Symbol.for('Stream.toAsyncStreamable');

(async () => {
  for (const options of [{}, { objectMode: true }, { encoding: 'utf8' }]) {
    const batches = [];
    for await (const batch of fromReadable(counting(options))) {
      batches.push(batch.map((chunk) => `${chunk.constructor.name} ${Buffer.from(chunk)}`).join());
    }
    console.log(batches.join(' '), await text(counting(options)));
  }
  let readable = counting();
  const stream = readable[toAsyncStreamable]();
  console.log(stream.stream === readable, from(stream) === stream, fromReadable(readable) === fromReadable(readable));
  for await (const batch of stream) {
    console.log(batch);
    break;
  }
  console.log(readable.destroyed);
  readable = new Readable({ read() {} });
  const read = text(readable);
  readable.destroy();
  console.log(await settled(read));
  readable = new Readable({ read() { this.destroy(new Error('broken')); } });
  console.log(await settled(text(readable)));

  let written = [];
  const collecting = (options) => new Writable({
    write(chunk, encoding, callback) {
      written.push(`${chunk}`);
      this.done = callback;
      if (options.slow !== true) callback();
    },
    ...options,
  });
  await pipeTo(['a', 'b'], fromWritable(collecting({}), { backpressure: 'unbounded' }));
  console.log(written.join());
  let writable = collecting({ highWaterMark: 5, slow: true });
  let writer = fromWritable(writable);
  console.log(fromWritable(writable) === writer, writer.canWrite, await settled(writer.write('12345')), writer.canWrite);
  console.log(await settled(writer.write('more')), writer.writeSync('x'), writer.endSync());
  const end = writer.end();
  console.log(await settled(end), writer.canWrite);
  writable.done();
  console.log(await settled(end), await settled(writer.write('late')), ondrain(writer));
  writable = collecting({ highWaterMark: 5, slow: true });
  writer = fromWritable(writable, { backpressure: 'unbounded' });
  const write = writer.write('12345');
  const drain = ondrain(writer);
  console.log(await settled(write));
  writable.done();
  console.log(await settled(write), await settled(drain));
  const pending = writer.write('67890');
  writable.on('error', (error) => console.log('error', error.message));
  writer.fail(new Error('given up'));
  console.log(await settled(pending), writable.destroyed);

  readable = toReadable(from('over there'), { highWaterMark: 4 });
  console.log(readable.readableHighWaterMark, `${await readable.toArray()}`);
  console.log(`${toReadableSync(fromSync('at once')).read()}`);
  readable = toReadable((async function* () {
    yield [Buffer.from('a')];
    throw new Error('source');
  })());
  await readable.toArray().catch((error) => console.log(describe(error)));

  const { writer: target, readable: result } = push();
  writable = toWritable(target);
  writable.write('through ');
  writable.end('a classic');
  console.log(await text(result), writable.writableHighWaterMark === Number.MAX_SAFE_INTEGER);
  for (const wrong of [() => fromReadable({}), () => fromWritable(1), () => toReadable('a'), () => toReadableSync(1),
                       () => toWritable({}), () => fromWritable(new Writable({ objectMode: true })),
                       () => fromWritable(new Writable(), { backpressure: 'drop-oldest' }),
                       () => toReadable(from('a'), { highWaterMark: -1 }), () => toReadable(from('a'), { signal: 1 })]) {
    try {
      wrong();
    } catch (error) {
      console.log(describe(error));
    }
  }
})();
