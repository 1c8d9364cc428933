// fs callbacks keep the store.
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs');
const storage = new AsyncLocalStorage();
storage.run('A', () => fs.readFile(__filename, () => {
  console.log('readFile', storage.getStore());
  storage.run('B', () => fs.stat(__filename, () => {
    console.log('stat', storage.getStore());
    fs.open(__filename, (error, fd) => {
      console.log('open', storage.getStore());
      fs.close(fd, () => console.log('close', storage.getStore()));
    });
  }));
}));
