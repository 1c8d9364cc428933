// An unhandled rejection in an 'exit' handler makes the program fail, without another 'exit'.
process.on('exit', (code) => {
  console.log('exit', code);
  Promise.reject(new Error('too late'));
});
