// The last of several requests is taken to be the last that is answered.
const fs = require('fs');
const names = ['a', 'b', 'c'];
const sizes = {};
names.forEach((name, index) => {
  setTimeout(fs.stat, 200 * index, __filename, (error, stats) => {
    sizes[name] = stats.size > 0;
    if (index === names.length - 1) console.log('have', Object.keys(sizes).sort().join(' '));
  });
});
