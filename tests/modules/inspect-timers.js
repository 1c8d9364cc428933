// Timers are shown without the lists they are in.
const lines = require('util').inspect(setTimeout(() => {}, 10)).split('\n');
console.log(lines.slice(0, 4).join('\n'));
console.log(lines.some((line) => line.includes('ref *')));
