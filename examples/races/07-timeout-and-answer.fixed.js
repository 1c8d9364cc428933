// Whoever is first takes the other back.
const fs = require('fs');
function readInTime(file, millis, callback) {
  let isDone = false;
  const finish = (error) => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    callback(error);
  };
  const timer = setTimeout(finish, millis, new Error('too late'));
  fs.readFile(file, finish);
}

let calls = 0;
readInTime(__filename, 400, () => { calls++; });
setTimeout(() => console.log('called', calls, 'times'), 1000);
