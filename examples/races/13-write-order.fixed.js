// A stream keeps the order.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/log`;
const log = fs.createWriteStream(file);
for (const line of ['one', 'two', 'three']) log.write(`${line} `);
log.end();
process.on('exit', () => {
  console.log(fs.readFileSync(file, 'utf8').trim());
  fs.rmSync(folder, { recursive: true });
});
