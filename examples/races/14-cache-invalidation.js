// An entry is removed while it is being loaded: the load puts the old value back.
const fs = require('fs');
const folder = fs.mkdtempSync('/tmp/race-');
const file = `${folder}/price`;
fs.writeFileSync(file, '10');
const cache = new Map();

function load() {
  fs.readFile(file, 'utf8', (error, text) => cache.set('price', text));
}
function change(price) {
  fs.writeFileSync(file, price);
  cache.delete('price');
}
load();
setTimeout(change, 200, '20');
process.on('exit', () => {
  console.log('cached price:', cache.get('price') ?? 'none');
  fs.rmSync(folder, { recursive: true });
});
