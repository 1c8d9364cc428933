// File work begun in an exit handler never reports.
const fs = require('fs');
process.on('exit', () => {
  fs.stat(__filename, () => console.log('never'));
  console.log('exit');
});
