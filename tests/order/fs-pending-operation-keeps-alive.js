// An operation under way keeps the loop alive; beforeExit comes after it.
const fs = require('fs');
fs.readFile(__filename, () => console.log('read'));
process.on('beforeExit', () => console.log('beforeExit'));
