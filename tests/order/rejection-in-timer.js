// A rejection made in a timer is reported before the next timer runs.
process.on('unhandledRejection', (reason) => console.log('unhandledRejection', reason.message));
setTimeout(() => {
  console.log('timer 1');
  Promise.reject(new Error('from timer 1'));
}, 1);
setTimeout(() => console.log('timer 2'), 1);
