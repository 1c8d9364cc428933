// A timer that blocks does not put off the next one: the loop sleeps for what is left, not for what was left before.
require('child_process').spawn('sleep', ['1.1']).on('exit', () => console.log('child'));
setTimeout(() => {
  const end = Date.now() + 600;
  while (Date.now() < end);
  console.log('blocked');
}, 1);
setTimeout(() => console.log('timer'), 800);
