// A load that began before the change does not count.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/price`;
fs.writeFileSync(file, '10');
const cache = new Map();
let version = 0;

function load() {
  const begun = version;
  fs.readFile(file, 'utf8', (error, text) => {
    if (begun === version) cache.set('price', text);
  });
}
function change(price) {
  fs.writeFileSync(file, price);
  version++;
  cache.delete('price');
}
load();
setTimeout(change, 200, '20');
process.on('exit', () => {
  console.log('cached price:', cache.get('price') ?? 'none');
  fs.rmSync(folder, { recursive: true });
});
