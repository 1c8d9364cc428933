// A frozen error, an error with a null prototype.
process.on('uncaughtException', (error) => console.log('handler', Object.isFrozen(error), error.message));
setImmediate(() => {
  throw Object.setPrototypeOf(Object.freeze(Object.assign(Object.create(null), { message: 'bare' })), null);
});
throw Object.freeze(new Error('frozen'));
