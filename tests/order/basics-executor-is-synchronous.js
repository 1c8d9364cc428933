// A promise's executor runs at once; only its reactions wait.
console.log('before');
new Promise((resolve) => {
  console.log('executor');
  resolve();
  console.log('executor after resolve');
}).then(() => console.log('reaction'));
console.log('after');
