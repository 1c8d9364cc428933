// A timeout waits for the script and for every promise reaction, a chained one included.
console.log(1);
setTimeout(() => console.log(2), 0);
new Promise((resolve) => {
  resolve();
}).then(() => {
  console.log(3);
}).then(() => console.log(4));
console.log(5);
