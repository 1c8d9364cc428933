// A due timer runs before a completion that waits in poll, at the start of the loop.
const fs = require('fs');
fs.access(__filename, () => console.log('access'));
setTimeout(() => console.log('timeout'), 1);
setImmediate(() => console.log('immediate'));
const end = performance.now() + 100;
while (performance.now() < end);
