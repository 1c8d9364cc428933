// A counter in a file is read, raised and written back. Two that do so at once lose one of the two.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/counter`;
fs.writeFileSync(file, '0');

function raise(done) {
  fs.readFile(file, 'utf8', (error, text) => fs.writeFile(file, String(Number(text) + 1), done));
}

let left = 2;
function finished() {
  if (--left > 0) return;
  console.log('counter:', fs.readFileSync(file, 'utf8'));
  fs.rmSync(folder, { recursive: true });
}
raise(finished);
setTimeout(raise, 200, finished);
