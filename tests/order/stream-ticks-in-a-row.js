// A source that answers at once: 'data', 'pause', 'resume' and 'readable' among ticks of the script.
'use strict';
const { Readable } = require('stream');
const log = [];

let pushed = 0;
const flowing = new Readable({
  highWaterMark: 1,
  read() { this.push(++pushed > 8 ? null : Buffer.from([64 + pushed])); },
});
flowing.on('pause', () => log.push('pause')).on('resume', () => log.push('resume'));
flowing.on('end', () => log.push('end')).on('close', () => log.push('close'));
flowing.on('data', (chunk) => {
  log.push(`data ${chunk}`);
  if (pushed === 3) process.nextTick(() => { log.push('tick'); flowing.resume(); });
  if (pushed === 5) flowing.pause();
});

let given = 0;
const told = new Readable({
  objectMode: true,
  highWaterMark: 0,
  read() { this.push(++given > 4 ? null : given); },
});
told.on('readable', () => log.push(`readable ${told.readableLength}`));
process.nextTick(() => {
  for (let i = 0; i < 3; i += 1) log.push(`read ${told.read()}`);
});
setImmediate(() => {
  for (let i = 0; i < 3; i += 1) log.push(`later ${told.read()}`);
  setImmediate(() => console.log(log.join('\n')));
});
