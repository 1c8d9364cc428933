// Web streams as stages of pipeline() and compose(): chunks pass as they are, errors reach both ends.
'use strict';

const { PassThrough, Readable, compose, pipeline } = require('stream');
const { setTimeout: sleep } = require('timers/promises');

function kind(chunk) {
  return chunk === null || typeof chunk !== 'object' ? typeof chunk : chunk.constructor.name;
}

function transform(name) {
  return new TransformStream({
    transform(chunk, controller) {
      console.log(name, 'transforms', kind(chunk));
      controller.enqueue(chunk);
    },
  });
}

function sink(name) {
  return new WritableStream({
    write(chunk) { console.log(name, 'gets', kind(chunk)); },
    close() { console.log(name, 'is closed'); },
    abort(reason) { console.log(name, 'is aborted:', reason.message); },
  });
}

function run(name, ...stages) {
  return new Promise((resolve) => {
    pipeline(...stages, (error) => {
      console.log(name, error?.message ?? 'succeeds');
      resolve();
    });
  });
}

function watch(name, stream) {
  console.log(name, stream.readable, stream.writable, stream.readableObjectMode, stream.writableObjectMode);
  for (const event of ['end', 'finish', 'close', 'error']) {
    stream.on(event, (error) => console.log(name, event, error?.message ?? ''));
  }
  return stream;
}

async function main() {
  await run('pipeline', Readable.from(['text', { a: 1 }, 5]), transform('t'), sink('w'));
  await run('bytes', Readable.from(['a', 'b'], { objectMode: false }), sink('w'));
  const failing = new ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.error(new Error('source failed'));
    },
  });
  await run('failing source', failing, transform('t'), sink('w'));
  const broken = new TransformStream({ transform() { throw new Error('transform failed'); } });
  await run('failing transform', Readable.from(['a']), broken, sink('w'));
  await run('failing sink', Readable.from(['a']), new WritableStream({ write() { throw new Error('sink failed'); } }));
  const destroyed = new PassThrough();
  setTimeout(() => destroyed.destroy(new Error('destroyed')), 20);
  destroyed.write('a');
  await run('destroyed', destroyed, transform('t'), sink('w'));

  const both = watch('two transforms', compose(transform('t'), transform('u')));
  both.on('data', (chunk) => console.log('data', kind(chunk), String(chunk)));
  both.end('a');
  await sleep(20);
  watch('transform and sink', compose(transform('t'), sink('w'))).end('a');
  await sleep(20);
  watch('stream and sink', compose(new PassThrough({ objectMode: true }), sink('w'))).end({ a: 1 });
  await sleep(20);
  watch('source and sink', compose(Readable.from([{ a: 1 }]), sink('w')));
  await sleep(20);
  watch('no write side', compose(new ReadableStream({ start: (c) => c.close() }), sink('w'))).end('a');
  await sleep(20);
  for (const stages of [[sink('w'), transform('t')], [transform('t'), new ReadableStream()]]) {
    try {
      compose(...stages);
    } catch ({ code, message }) {
      console.log(code, message);
    }
  }
}

main();
