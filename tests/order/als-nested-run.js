// A nested run() hides the outer store; afterwards it is back.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
storage.run(1, () => {
  console.log(storage.getStore());
  storage.run(2, () => console.log(storage.getStore()));
  console.log(storage.getStore());
});
