// beforeExit when the loop is empty, then exit.
process.on('exit', (code) => console.log('exit', code));
process.on('beforeExit', (code) => console.log('beforeExit', code));
setTimeout(() => console.log('timeout'), 1);
console.log('script');
