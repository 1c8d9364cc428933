// Web streams that are handed over, by structuredClone() and by a message: what goes through them, and how they end.
'use strict';

const log = (...values) => console.log(...values);
const handOver = (stream) => structuredClone(stream, { transfer: [stream] });
const failure = (label, act) => {
  try {
    act();
  } catch (error) {
    log(label, error.name, error.code, error.message);
  }
};

async function readable() {
  const given = new ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.enqueue({ b: 1 });
    },
    pull(controller) {
      log('pull');
      controller.enqueue('p');
      controller.close();
    },
  });
  const received = handOver(given);
  log(given.locked, received instanceof ReadableStream, received);
  for await (const chunk of received) log('chunk', chunk);
  const bytes = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3]));
      controller.close();
    },
  });
  for await (const chunk of handOver(bytes)) log(chunk);
}

function byMessage() {
  const stream = new WritableStream({
    write: (chunk) => log('write', chunk), close: () => log('closed'),
  });
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ stream }, [stream]);
  log(stream.locked);
  return new Promise((resolve) => port2.once('message', async (message) => {
    log('got', message);
    const writer = message.stream.getWriter();
    await writer.write('x');
    await writer.write({ y: [1] });
    await writer.close();
    port2.close();
    setTimeout(resolve, 50);
  }));
}

async function transform() {
  const given = new TransformStream({
    transform: (chunk, controller) => controller.enqueue(`${chunk}!`), flush: (controller) => controller.enqueue('end'),
  });
  const received = handOver(given);
  log(given.readable.locked, given.writable.locked, received);
  const writer = received.writable.getWriter();
  writer.write('q');
  writer.close();
  for await (const chunk of received.readable) log('transformed', chunk);
}

async function endings() {
  const failing = handOver(new ReadableStream({ pull: (controller) => controller.error(new RangeError('no')) }));
  await failing.getReader().read().catch((error) => log('failed', error.name, error.message));
  await handOver(new ReadableStream({ cancel: (reason) => log('cancelled', reason) })).cancel('why');
  const uncloneable = handOver(new ReadableStream({ start: (controller) => controller.enqueue(() => {}) }));
  await uncloneable.getReader().read().catch((error) => log('uncloneable', error.name));
  await handOver(new WritableStream({ abort: (reason) => log('aborted', reason) })).abort('reason');
  const writer = handOver(new WritableStream({ write() { throw new Error('full'); } })).getWriter();
  writer.closed.catch((error) => log('closed', error.message));
  await writer.write(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await writer.write(2).catch((error) => log('second', error.message));
}

(async () => {
  await readable();
  await byMessage();
  await transform();
  await endings();
  const locked = new ReadableStream();
  locked.getReader();
  failure('locked', () => handOver(locked));
  failure('not listed', () => structuredClone(new ReadableStream()));
  const twice = new WritableStream();
  failure('twice', () => structuredClone(twice, { transfer: [twice, twice] }));
  const half = new TransformStream();
  half.writable.getWriter();
  failure('half', () => handOver(half));
  // One that nobody uses does not keep the program going.
  globalThis.unused = [handOver(new ReadableStream()), handOver(new WritableStream())];
  log('end');
})();
