// Lines are appended without waiting for the one before: the pool may take them in any order.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/log`;
for (const line of ['one', 'two', 'three']) fs.appendFile(file, `${line} `, () => {});
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8').trim());
  fs.rmSync(folder, { recursive: true });
});
