// What process.getActiveResourcesInfo() lists, and in which order.
'use strict';

const fs = require('node:fs');

const lines = [];
function note(label) {
  lines.push(`${label}: ${process.getActiveResourcesInfo().join(' ')}`);
}

note('nothing');
console.log('stdout is a pipe here');
note('stdout');
setImmediate(() => {}).unref();
const interval = setInterval(() => {}, 1000).unref();
note('unref');
interval.ref();
const immediate = setImmediate(() => {});
setTimeout(afterFiles, 100);
note('timers');
clearInterval(interval);
clearImmediate(immediate);
note('cleared');
for (let i = 0; i < 3; i++) fs.stat(__filename, () => {});
fs.open(__filename, (error, fd) => fs.close(fd, () => {}));
note('requests');
process.on('SIGUSR2', () => {});
note('signal');
process.nextTick(() => note('tick'));

function afterFiles() {
  note('in a timer');
  this.refresh();
  note('refreshed');
  clearTimeout(this);
  note('stopped');
  setImmediate(() => {
    note('in an immediate');
    process.stdout.unref();
    note('stdout unref');
    process.stdout.ref();
    note('stdout ref');
    console.log(lines.join('\n'));
  });
}
