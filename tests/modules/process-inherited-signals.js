// Signals that a parent ignored do arrive; a limit on the size of files is an error, not the end.
const ignored = require('fs').readFileSync('/proc/self/status', 'utf8').match(/SigIgn:\s*(\w+)/)[1];
console.log((BigInt(`0x${ignored}`) & 0x7fffffffn).toString(16));
process.on('SIGHUP', () => {
  console.log('SIGHUP arrived');
  clearTimeout(limit);
});
const limit = setTimeout(() => {}, 10000);
process.kill(process.pid, 'SIGHUP');
