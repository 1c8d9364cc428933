// A rejection with something that is not an error: another message, the same code.
process.on('exit', (code) => console.log('exit', code));
Promise.reject('just text');
