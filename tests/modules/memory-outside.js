// memoryUsage() counts buffers at once, and those that are gone after a collection.
const fs = require('fs');
const os = require('os');
const path = require('path');
const file = path.join(os.tmpdir(), `memory-outside-${process.pid}`);
// (Not written: what was, would be collected at some time or other.)
fs.writeFileSync(file, '');
fs.truncateSync(file, 6e6);
let last = process.memoryUsage();
function show(what) {
  const now = process.memoryUsage();
  const grown = ['external', 'arrayBuffers'].map((name) => Math.round((now[name] - last[name]) / 1e6));
  console.log(what, ...grown);
  last = now;
}
show('nothing');
let kept = [Buffer.alloc(1e7)];
show('Buffer');
kept.push(new ArrayBuffer(5e6));
show('ArrayBuffer');
kept.push(new Uint8Array(3e6));
show('Uint8Array');
kept.push(kept[0].subarray(10));
show('view');
kept.push(fs.readFileSync(file));
show('file');
kept = null;
fs.unlinkSync(file);
setTimeout(() => {
  gc();
  setTimeout(() => {
    gc();
    show('collected');
  }, 50);
}, 1);
