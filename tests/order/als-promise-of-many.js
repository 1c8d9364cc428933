// Reactions keep their stores apart, whether the promise was settled before or after.
const { AsyncLocalStorage } = require('async_hooks');
const storage = new AsyncLocalStorage();
const settled = Promise.resolve();
let settle;
const pending = new Promise((resolve) => { settle = resolve; });
const note = (text) => console.log(text, storage.getStore());
for (const name of ['A', 'B', undefined, 'C']) {
  storage.run(name, () => {
    settled.then(() => note(`settled ${name}`)).then(() => note(`chained ${name}`));
    pending.then(() => note(`pending ${name}`));
    Promise.resolve({ then(resolve) { note(`thenable ${name}`); resolve(); } }).then(() => note(`after thenable ${name}`));
    queueMicrotask(() => note(`microtask ${name}`));
    (async () => {
      await settled;
      note(`await ${name}`);
      await pending;
      note(`await pending ${name}`);
    })();
  });
}
storage.run('settler', () => settle());
