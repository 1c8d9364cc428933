// timers/promises.setImmediate resolves in the check phase; its reactions run between immediates.
const { setImmediate: immediate } = require('timers/promises');
immediate('first').then(console.log);
setImmediate(() => console.log('second'));
immediate('third').then(console.log);
