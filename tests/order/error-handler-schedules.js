// What the handler schedules runs in the usual order.
process.on('uncaughtException', (error) => {
  console.log('handler:', error.message);
  setImmediate(() => console.log('immediate of handler'));
  Promise.resolve().then(() => console.log('promise of handler'));
  process.nextTick(() => console.log('tick of handler'));
});
process.nextTick(() => console.log('tick of script'));
throw new Error('thrown by script');
