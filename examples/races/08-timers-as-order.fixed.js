// The second step begins when the first has ended.
const fs = require('fs');
fs.readFile(__filename, () => {
  const config = { port: 80 };
  setTimeout(() => console.log('port', config.port), 100);
});
