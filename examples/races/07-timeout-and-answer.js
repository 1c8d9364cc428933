// A request has a time limit. The answer takes the timer back, but nothing takes back the answer.
const fs = require('fs');
function readInTime(file, millis, callback) {
  const timer = setTimeout(callback, millis, new Error('too late'));
  fs.readFile(file, (error) => {
    clearTimeout(timer);
    callback(error);
  });
}

let calls = 0;
readInTime(__filename, 400, () => { calls++; });
setTimeout(() => console.log('called', calls, 'times'), 1000);
