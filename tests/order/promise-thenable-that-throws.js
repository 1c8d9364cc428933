// A thenable that throws rejects, unless it had already resolved.
Promise.resolve({ then() { throw new Error('early'); } }).catch((error) => console.log('rejected', error.message));
Promise.resolve({
  then(resolve) {
    resolve('kept');
    throw new Error('ignored');
  },
}).then((value) => console.log('resolved', value));
