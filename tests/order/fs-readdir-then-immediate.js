// readdir's callback is like any other of poll.
const fs = require('fs');
fs.readdir(__dirname, (error, names) => {
  console.log(error, names.includes('fs-readdir-then-immediate.js'));
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
});
