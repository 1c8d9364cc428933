// One variable for the request that is under way: the second request overwrites it before the first is answered.
const fs = require('fs');
let current;

function handle(name, answer) {
  current = name;
  fs.stat(__filename, () => answer(`hello, ${current}`));
}

handle('Ann', console.log);
setTimeout(handle, 200, 'Bob', console.log);
