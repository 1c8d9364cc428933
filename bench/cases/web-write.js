// A million chunks written one after the other, each awaited.
'use strict';
const count = 1_000_000;

async function main() {
  const began = performance.now();
  let sum = 0;
  const writer = new WritableStream({ write(chunk) { sum += chunk; } }).getWriter();
  for (let i = 0; i < count; i += 1) await writer.write(i);
  await writer.close();
  const took = performance.now() - began;
  if (sum !== (count * (count - 1)) / 2) throw new Error('wrong sum');
  console.log(took);
}
main();
