// SIGINT stops a script that asked for it, and is not heard by listeners meanwhile.
'use strict';

const vm = require('vm');
const { spawn } = require('child_process');

process.on('SIGINT', () => {
  console.log('heard', interrupted);
  clearTimeout(patience);
});
const patience = setTimeout(() => {}, 30000);
let interrupted = 0;

// Another process sends it, as nothing else runs here. The script asks for it, so that it comes while it runs.
function signalSoon() {
  spawn('sh', ['-c', `sleep 0.2; kill -INT ${process.pid}`], { stdio: 'ignore' }).unref();
}
globalThis.signalSoon = signalSoon;
try {
  vm.runInThisContext('signalSoon(); while (true);', { breakOnSigint: true });
} catch (error) {
  console.log(error.name, error.code, error.message);
  interrupted++;
}
try {
  vm.runInNewContext('signalSoon(); while (true);', { signalSoon }, { breakOnSigint: true, timeout: 60000 });
} catch (error) {
  console.log(error.code);
  interrupted++;
}
console.log(vm.runInThisContext('1 + 1', { breakOnSigint: true }));
setImmediate(() => process.kill(process.pid, 'SIGINT'));
