// Several at once, gathered by Promise.all in the order of the calls.
const fs = require('fs/promises');
Promise.all([fs.stat(__filename), fs.readFile(__filename, 'utf8'), fs.access(__filename)]).then(([stat, text, nothing]) => {
  console.log(stat.isFile(), text.length === stat.size, nothing);
});
