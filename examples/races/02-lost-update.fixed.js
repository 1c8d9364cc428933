// One after the other: a raise begins when the one before has ended.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/counter`;
fs.writeFileSync(file, '0');

let last = Promise.resolve();
function raise(done) {
  last = last.then(async () => {
    const text = await fs.promises.readFile(file, 'utf8');
    await fs.promises.writeFile(file, String(Number(text) + 1));
  }).then(done);
}

let left = 2;
function finished() {
  if (--left > 0) return;
  console.log('counter:', fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
}
raise(finished);
setTimeout(raise, 200, finished);
