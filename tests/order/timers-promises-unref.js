// { ref: false } does not keep the loop alive: the promise never settles.
const { setTimeout: sleep } = require('timers/promises');
sleep(1000, null, { ref: false }).then(() => console.log('never'));
process.on('exit', () => console.log('exit'));
