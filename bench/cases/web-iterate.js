// for await over a ReadableStream of a million chunks.
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
  for await (const chunk of source) sum += chunk;
  const took = performance.now() - began;
  if (sum !== (count * (count - 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
