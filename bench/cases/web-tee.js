// Both branches of a ReadableStream of half a million chunks.
'use strict';
const count = 500_000;

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
  const branches = source.tee();
  await Promise.all(branches.map((branch) => branch.pipeTo(new WritableStream({ write(chunk) { sum += chunk; } }))));
  const took = performance.now() - began;
  if (sum !== count * (count - 1)) throw new Error('wrong sum');
  console.log(took);
}
main();
