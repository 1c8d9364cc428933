// A failing operation of fs.promises rejects, from the loop.
const fs = require('fs').promises;
fs.readFile('no such file').catch((error) => console.log('caught', error.code, error.syscall));
process.nextTick(() => console.log('tick'));
console.log('script');
