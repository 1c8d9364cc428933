// fs.watchFile: a file that comes, changes and goes; what a listener gets, and who keeps the program running.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const file = path.join(folder, 'file');

const steps = [
  () => fs.writeFileSync(file, 'one'),
  () => fs.appendFileSync(file, ' more'),
  () => fs.unlinkSync(file),
  () => fs.unwatchFile(file),
];

const watcher = fs.watchFile(file, { interval: 20, bigint: true }, (now, before) => {
  console.log(before.size, '->', now.size, now.isFile(), now.constructor.name);
  steps.shift()();
});
console.log(watcher === fs.watchFile(path.join(folder, '.', 'file'), () => {}));
watcher.on('stop', () => {
  console.log('stop');
  fs.rmSync(folder, { recursive: true });
});
console.log(watcher.constructor.name, watcher.listenerCount('change'));

const idle = fs.watchFile(__filename, { persistent: false }, () => {});
fs.watchFile(__filename, () => {});
console.log(idle.unref() === idle, idle.ref() === idle);
idle.unref();

for (const call of [
  () => fs.watchFile('x'),
  () => fs.watchFile('x', { interval: -1 }, () => {}),
  () => fs.watchFile({}, () => {}),
  () => fs.unwatchFile(5),
  () => fs.unwatchFile('unknown'),
]) {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.message);
  }
}
