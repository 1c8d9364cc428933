// process.exit() in an I/O callback.
const fs = require('fs');
process.on('exit', (code) => console.log('exit', code));
fs.readFile(__filename, () => process.exit(2));
setInterval(() => {}, 1000);
