// Sync calls do their work before anything else runs.
const fs = require('fs');
process.nextTick(() => console.log('tick'));
console.log('stat', fs.statSync(__filename).isFile());
console.log('read', fs.readFileSync(__filename, 'utf8').startsWith('// Sync'));
