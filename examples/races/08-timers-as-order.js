// What takes longer is given a longer timer, in the hope that it comes later.
const fs = require('fs');
let config;
fs.readFile(__filename, () => { config = { port: 80 }; });
setTimeout(() => {
  try {
    console.log('port', config.port);
  } catch (error) {
    console.log('no configuration');
  }
}, 100);
