// A standard input that nobody reads does not hold the loop.
console.log(typeof process.stdin.fd);
process.on('exit', () => console.log('exit'));
