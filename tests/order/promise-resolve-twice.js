// Only the first settlement counts.
new Promise((resolve, reject) => {
  resolve('first');
  resolve('second');
  reject(new Error('third'));
}).then((value) => console.log(value));
