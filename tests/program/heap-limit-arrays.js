// Large arrays count for --max-old-space-size: a program that keeps ever more of them ends soon after it has reached the limit.
'use strict';
const { spawnSync } = require('child_process');

const grow = `
  const kept = [];
  process.on('exit', () => console.log('an exit'));
  for (let size = 8; ; size += 8) {
    kept.push(new Array(1000).fill(size));
    if (size % 16_000 === 0) require('fs').writeSync(1, '.');
  }`;
const { status, signal, stdout } = spawnSync(process.execPath, ['--max-old-space-size=100', '-e', grow], { encoding: 'utf8' });
console.log(status, signal, stdout.length < 30 ? 'soon' : stdout.length);
