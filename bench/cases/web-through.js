// A million small chunks through a TransformStream that passes them on.
'use strict';
const count = 1_000_000;

async function main() {
  const began = performance.now();
  let next = 0;
  let sum = 0;
  const source = new ReadableStream({
    pull(controller) {
      if (next < count) controller.enqueue(next++);
      else controller.close();
    },
  });
  const sink = new WritableStream({ write(chunk) { sum += chunk; } });
  await source.pipeThrough(new TransformStream()).pipeTo(sink);
  const took = performance.now() - began;
  if (sum !== (count * (count - 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
