// A completion that throws does not lose the others.
const fs = require('fs');
process.on('uncaughtException', (error) => console.log('handler:', error.message));
for (const name of ['a', 'b', 'c']) fs.access(__filename, () => {
  console.log('access', name);
  if (name !== 'c') throw new Error(name);
});
const end = performance.now() + 100;
while (performance.now() < end);
