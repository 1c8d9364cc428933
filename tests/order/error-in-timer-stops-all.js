// An error in a timer ends the program.
setTimeout(() => {
  console.log('timer 1');
  throw new Error('thrown by timer 1');
}, 1);
setTimeout(() => console.log('timer 2: never'), 1);
process.on('exit', (code) => console.log('exit', code));
