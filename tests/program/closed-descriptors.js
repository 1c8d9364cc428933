// Standard descriptors that the parent left closed are open in the program: what it opens first is no standard stream.
'use strict';
const { execFileSync } = require('child_process');

const script = `
  const fs = require('fs');
  const first = fs.openSync('/dev/zero');
  fs.writeSync(9, [first > 2, fs.readlinkSync('/proc/self/fd/0'), fs.readlinkSync('/proc/self/fd/2')].join(' '));
`;
const line = 'exec 9>&1; exec "$0" -e "$1" <&- >&- 2>&-';
console.log(execFileSync('/bin/sh', ['-c', line, process.execPath, script], { encoding: 'utf8' }));
