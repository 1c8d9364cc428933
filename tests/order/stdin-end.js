// An empty standard input ends; reading from it keeps the loop alive until then.
process.stdin.on('data', () => console.log('data: never'));
process.stdin.on('end', () => console.log('end'));
process.on('exit', () => console.log('exit'));
console.log('script');
