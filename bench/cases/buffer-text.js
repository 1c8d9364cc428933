// Text to bytes and back in six encodings: 200,000 rounds of short texts, 2,000 of long ones.
'use strict';
// deno takes this file for a module, where there is no require.
const { Buffer } = typeof require === 'function' ? require('buffer') : process.getBuiltinModule('buffer');

const encodings = ['utf8', 'latin1', 'ascii', 'ucs2', 'hex', 'base64'];
const room = Buffer.alloc(70_000);

function convert(text, count) {
  const bytes = Buffer.from(text);
  const texts = encodings.map((encoding) => bytes.toString(encoding));
  let length = 0;
  for (let i = 0; i < count; i += 1) {
    for (let k = 0; k < encodings.length; k += 1) {
      length += bytes.toString(encodings[k]).length;
      length += room.write(texts[k], 0, encodings[k]);
    }
  }
  return length;
}

const began = performance.now();
convert('Hello, world!', 100_000);
convert('Grüße, 你好', 100_000);
convert('Lorem ipsum dolor sit amet, '.repeat(300), 1_000);
convert('Grüße, 你好 '.repeat(300), 1_000);
console.log(performance.now() - began);
