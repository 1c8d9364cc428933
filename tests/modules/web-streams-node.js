// toWeb and fromWeb: chunks, ends and errors go both ways.
'use strict';
const { Duplex, PassThrough, Readable, Writable, finished, pipeline } = require('stream');

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

function watch(name, stream) {
  for (const event of ['finish', 'end', 'close']) stream.on(event, () => console.log(name, event));
  stream.on('error', (error) => console.log(name, 'error', error.name, error.message));
  return stream;
}

const tell = (name) => [
  (value) => console.log(name, 'fulfilled', value),
  (error) => console.log(name, 'rejected', error.name, error.message),
];

async function main() {
  for await (const chunk of Readable.toWeb(Readable.from(['a', { b: 1 }]))) console.log(chunk);
  const raw = new Readable({ read() {} });
  raw.push('hello');
  raw.push(null);
  console.log(await Readable.toWeb(raw).getReader().read());
  const bytes = new Readable({ read() {} });
  bytes.push('hello');
  console.log(await Readable.toWeb(bytes, { type: 'bytes' }).getReader({ mode: 'byob' }).read(new Uint8Array(3)));

  const broken = watch('broken', new Readable({ read() {} }));
  const reader = Readable.toWeb(broken).getReader();
  reader.read().then(...tell('read'));
  broken.destroy(new Error('boom'));
  await turn();
  const cancelled = watch('cancelled', new Readable({ read() {} }));
  await Readable.toWeb(cancelled).cancel(new Error('enough'));
  await turn();

  const target = watch('target', new Writable({
    write(chunk, encoding, callback) {
      console.log('write', chunk, encoding);
      callback();
    },
  }));
  const writer = Writable.toWeb(target).getWriter();
  await writer.write('abc');
  await writer.write(new Uint8Array([1, 2]));
  await writer.close();
  await turn();
  const aborted = watch('aborted', new Writable({ write() {} }));
  Writable.toWeb(aborted).abort(new Error('stop')).then(...tell('abort'));
  await turn();

  const source = new ReadableStream({
    start(controller) {
      controller.enqueue('one');
      controller.enqueue('two');
      controller.close();
    },
  });
  watch('source', Readable.fromWeb(source, { encoding: 'utf8' })).on('data', (chunk) => console.log('data', chunk));
  await turn();
  const failing = new ReadableStream({ pull() { throw new Error('no more'); } });
  watch('failing', Readable.fromWeb(failing)).resume();
  await turn();
  const left = new ReadableStream({ cancel(reason) { console.log('cancel', reason?.message); } });
  watch('left', Readable.fromWeb(left)).destroy(new Error('gone'));
  await turn();

  const sink = new WritableStream({
    write(chunk) { console.log('sink', chunk); },
    close() { console.log('sink closed'); },
  });
  watch('sink', Writable.fromWeb(sink)).end('last');
  await turn();
  const refusing = new WritableStream({ write() { throw new Error('refused'); } });
  watch('refusing', Writable.fromWeb(refusing)).write('x');
  await turn();

  const upper = new TransformStream({
    transform(chunk, controller) { controller.enqueue(`${chunk}`.toUpperCase()); },
  });
  const duplex = watch('duplex', Duplex.fromWeb(upper, { encoding: 'utf8' }));
  duplex.on('data', (chunk) => console.log('data', chunk));
  duplex.end('shout');
  await turn();
  const pair = Duplex.toWeb(new PassThrough());
  const pairWriter = pair.writable.getWriter();
  pairWriter.write('through');
  pairWriter.close();
  for await (const chunk of pair.readable) console.log(Buffer.from(chunk).toString());

  const controller = new AbortController();
  watch('signal', Readable.fromWeb(new ReadableStream(), { signal: controller.signal }));
  controller.abort();
  await turn();
  finished(new ReadableStream({ start(c) { c.close(); } }), (error) => console.log('finished', error));
  pipeline(ReadableStream.from(['p']), new WritableStream({ write(c) { console.log('piped', c); } }),
    (error) => console.log('pipeline', error));
}
main();
