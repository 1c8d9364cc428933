// stream/consumers: what each makes of chunks of all kinds.
'use strict';

const consumers = require('stream/consumers');
const { PassThrough, Readable } = require('stream');

const chunks = {
  text: ['a', 'b'],
  'a character in two pieces': [Buffer.from([0xe2, 0x82]), Buffer.from([0xac])],
  'half a character': [Buffer.from([0xe2])],
  json: ['{"a"', ':1}'],
  views: [new Uint16Array([1, 2]), new DataView(new ArrayBuffer(2)), 'x'],
  memory: [new ArrayBuffer(2)],
  number: [5],
  object: [{}],
  nothing: [],
};

(async () => {
  console.log(Object.keys(consumers));
  for (const consumer of ['text', 'buffer', 'arrayBuffer', 'bytes', 'json']) {
    for (const name of Object.keys(chunks)) {
      const stream = new PassThrough({ objectMode: true });
      for (const chunk of chunks[name]) stream.write(chunk);
      stream.end();
      try {
        console.log(consumer, name, await consumers[consumer](stream));
      } catch (error) {
        console.log(consumer, name, error.name, error.code);
      }
    }
  }
  console.log(await consumers.text(['iter', 'able']), await consumers.text((async function* () { yield 'async'; })()));
  const failing = new Readable({ read() { this.destroy(new Error('failed')); } });
  await consumers.text(failing).catch((error) => console.log(error.message));
})();
