// A delay past 2^31 - 1 becomes 1, with a warning event.
process.on('warning', (warning) => {
  console.log(warning.name);
  console.log(warning.message);
});
setTimeout(() => console.log('runs after 1 ms'), 2 ** 31);
setTimeout(() => console.log('still pending: never printed'), 2 ** 31 - 1).unref();
