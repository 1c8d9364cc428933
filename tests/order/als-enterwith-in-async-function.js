// enterWith() before and after an await.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
async function inner() {
  storage.enterWith('first');
  await null;
  console.log('inner', storage.getStore());
  storage.enterWith('second');
  console.log('inner', storage.getStore());
}
(async () => {
  await inner();
  console.log('outer', storage.getStore());
})();
console.log('script', storage.getStore());
