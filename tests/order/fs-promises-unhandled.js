// A failing operation of fs.promises that nobody handles is an unhandled rejection.
const fs = require('fs').promises;
process.on('unhandledRejection', (error) => console.log('unhandledRejection', error.code));
fs.unlink('no such file');
process.nextTick(() => console.log('tick'));
