// A module that is about to run for an import cannot be required meanwhile. Later it can.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'race-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
fs.writeFileSync(path.join(folder, 'outer.mjs'), 'import "./inner.mjs"; console.log("outer");');
fs.writeFileSync(path.join(folder, 'inner.mjs'), 'console.log("inner"); export default 1;');

const imported = import(path.join(folder, 'outer.mjs'));
try {
  require(path.join(folder, 'inner.mjs'));
} catch (error) {
  console.log(error.code);
}
imported.then(() => console.log(require(path.join(folder, 'inner.mjs')).default));
