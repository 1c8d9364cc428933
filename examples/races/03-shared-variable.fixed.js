// Each request has its own.
const fs = require('fs');
const answers = [];

function handle(name, answer) {
  fs.stat(__filename, () => answer(`hello, ${name}`));
}

handle('Ann', (text) => answers.push(text));
setTimeout(handle, 200, 'Bob', (text) => answers.push(text));
process.on('exit', () => console.log(answers.sort().join('\n')));
