// Without a callback the call is refused at once.
const fs = require('fs');
for (const name of ['readFile', 'stat', 'open', 'writeFile', 'readdir', 'unlink', 'mkdir', 'rename', 'access']) {
  try {
    fs[name]('a', 'b', 'c', 'd');
  } catch (error) {
    console.log(name, error.code);
  }
}
