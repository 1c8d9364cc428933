// The error that ends the process is printed after the 'exit' handlers.
const { writeSync } = require('fs');
process.on('uncaughtExceptionMonitor', () => writeSync(2, 'monitor\n'));
process.on('exit', (code) => writeSync(2, `exit ${code}\n`));
setTimeout(() => { throw new Error('from a timer'); }, 1);
