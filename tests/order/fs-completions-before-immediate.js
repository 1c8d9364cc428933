// Completions that had arrived when the turn began are all taken before the check phase.
const fs = require('fs');
for (const name of ['a', 'b', 'c']) fs.access(__filename, () => console.log('access', name));
setImmediate(() => console.log('immediate'));
const end = performance.now() + 100;
while (performance.now() < end);
