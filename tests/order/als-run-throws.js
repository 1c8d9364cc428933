// An error in run() comes out, and the store is restored.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
try {
  storage.run('inside', () => {
    throw new Error('thrown inside');
  });
} catch (error) {
  console.log(error.message, storage.getStore());
}
