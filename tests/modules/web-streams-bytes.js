// Byte streams: a reader's own buffers, `min`, respond() and respondWithNewView(), tee, text streams.
'use strict';

async function main() {
  const requests = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const { view } = controller.byobRequest;
      view[0] = 7;
      controller.byobRequest.respond(1);
    },
  }).getReader({ mode: 'byob' });
  console.log(await requests.read(new Uint8Array(3)));
  console.log(await requests.read(new Uint16Array(2), { min: 2 }));

  const queued = new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2, 3]));
      controller.enqueue(new Uint8Array([4, 5]));
      controller.close();
    },
  }).getReader({ mode: 'byob' });
  console.log(await queued.read(new Uint8Array(4)), await queued.read(new DataView(new ArrayBuffer(4))));
  const end = new Uint8Array(2);
  console.log(await queued.read(end), end.byteLength);

  let controller;
  const partial = new ReadableStream({ type: 'bytes', start(given) { controller = given; } });
  const reader = partial.getReader({ mode: 'byob' });
  const read = reader.read(new Uint16Array(1));
  controller.enqueue(new Uint8Array([1]));
  try {
    controller.close();
  } catch (error) {
    console.log(error.code, error.message);
  }
  console.log((await read.catch((error) => error)).message);

  const automatic = new ReadableStream({
    type: 'bytes',
    autoAllocateChunkSize: 4,
    pull({ byobRequest }) {
      byobRequest.view.set([1, 2]);
      byobRequest.respondWithNewView(new Uint8Array(byobRequest.view.buffer, 0, 2));
    },
  }).getReader();
  console.log(await automatic.read());

  const [first, second] = new ReadableStream({
    type: 'bytes',
    start(source) {
      source.enqueue(new Uint8Array([1, 2, 3]));
      source.close();
    },
  }).tee();
  console.log(await first.getReader({ mode: 'byob' }).read(new Uint8Array(2)));
  console.log(await second.getReader().read());

  const text = ReadableStream.from(['gr', '\ud83d', '\ude00', '\ud800'])
    .pipeThrough(new TextEncoderStream())
    .pipeThrough(new TextDecoderStream());
  const parts = [];
  for await (const part of text) parts.push(part);
  console.log(parts);
}
main();
