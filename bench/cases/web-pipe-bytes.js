// 1 GB in chunks of 64 KiB, piped from a ReadableStream to a WritableStream.
'use strict';
const count = 16_384;
const chunk = new Uint8Array(65_536);

async function main() {
  const began = performance.now();
  let given = 0;
  let bytes = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (given++ < count) controller.enqueue(chunk);
      else controller.close();
    },
  });
  await source.pipeTo(new WritableStream({ write(part) { bytes += part.byteLength; } }));
  const took = performance.now() - began;
  if (bytes !== count * chunk.byteLength) throw new Error('wrong number of bytes');
  console.log(took);
}
main();
