// Lines are appended without waiting for the one before: the pool may take them in any order.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/log`;
['one', 'two', 'three'].forEach((line, index) => {
  setTimeout(fs.appendFile, 200 * index, file, `${line} `, () => {});
});
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8').trim());
  fs.rmSync(folder, { recursive: true });
});
