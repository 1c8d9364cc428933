// They are counted.
const fs = require('fs');
const names = ['a', 'b', 'c'];
const sizes = {};
let left = names.length;
names.forEach((name, index) => {
  setTimeout(fs.stat, 200 * index, __filename, (error, stats) => {
    sizes[name] = stats.size > 0;
    if (--left === 0) console.log('have', Object.keys(sizes).sort().join(' '));
  });
});
