// An async generator's body has the store of the caller of next().
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
async function* numbers() {
  console.log('body', storage.getStore());
  yield 1;
  console.log('body', storage.getStore());
  await null;
  console.log('body after await', storage.getStore());
}
storage.run('A', async () => {
  for await (const n of numbers()) console.log(n, storage.getStore());
  console.log('end', storage.getStore());
});
