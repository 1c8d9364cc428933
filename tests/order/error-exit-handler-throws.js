// An error in an exit handler: the handlers behind it do not run, and the code is 1.
process.on('exit', () => {
  console.log('first exit handler');
  throw new Error('thrown by exit handler');
});
process.on('exit', () => console.log('second exit handler: never'));
