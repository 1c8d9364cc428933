// A 'rejectionHandled' listener that throws does not make anybody forget the rejections that wait.
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', () => { throw new Error('in the listener'); });
const early = Promise.reject('early');
setImmediate(() => {
  early.catch(() => console.log('handled'));
  Promise.reject('late');
});
