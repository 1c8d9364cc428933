// What is no addon cannot be loaded as one.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dlopen-'));
const named = (name, text) => {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
};
const attempt = (act) => {
  try {
    act();
  } catch (error) {
    console.log(error.name, error.code, error.message.replaceAll(folder, 'FOLDER'));
  }
};
const short = named('short.node', 'x');
const module_ = { exports: {} };
attempt(() => process.dlopen(module_, short));
attempt(() => process.dlopen(module_, named('long.node', 'x'.repeat(1000))));
attempt(() => process.dlopen(module_, path.join(folder, 'none.node')));
attempt(() => process.dlopen(module_, folder));
attempt(() => process.dlopen(module_, 'none.node'));
attempt(() => process.dlopen());
attempt(() => process.dlopen({}, short));
attempt(() => require(short));
fs.rmSync(folder, { recursive: true });
