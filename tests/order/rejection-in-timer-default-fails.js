// By default the rejection of a timer ends the program before the next timer.
process.on('exit', (code) => console.log('exit', code));
setTimeout(() => {
  console.log('timer 1');
  Promise.reject(new Error('from timer 1'));
}, 1);
setTimeout(() => console.log('timer 2: never'), 1);
