// A stream keeps the order.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/log`;
const log = fs.createWriteStream(file);
['one', 'two', 'three'].forEach((line, index) => {
  setTimeout(() => log.write(`${line} `), 200 * index);
});
setTimeout(() => log.end(), 600);
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8').trim());
  fs.rmSync(folder, { recursive: true });
});
