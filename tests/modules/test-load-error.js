// run() in the same process: a file that cannot be loaded fails with its own error.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { run } = require('node:test');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'load-error-'));
const texts = { 'wrong.test.js': 'if true {}', 'throws.test.js': 'throw new TypeError("from a file");' };

(async () => {
  for (const name of Object.keys(texts)) {
    const file = path.join(folder, name);
    fs.writeFileSync(file, texts[name]);
    const stream = run({ files: [file], isolation: 'none' });
    stream.on('test:fail', ({ details: { error } }) => console.log(name, `${error}`, error.failureType));
    for await (const event of stream) void event;
  }
  fs.rmSync(folder, { recursive: true });
  process.exitCode = 0;
})();
