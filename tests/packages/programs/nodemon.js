const { spawn } = require('child_process');
const fs = require('fs');
fs.writeFileSync('app.js', 'console.log("run", require("./value")); setInterval(() => {}, 1000);');
fs.writeFileSync('value.js', 'module.exports = 1;');
const child = spawn(
  process.execPath,
  [require.resolve('nodemon/bin/nodemon.js'), '--quiet', '--delay', '0.1', 'app.js'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
child.stdout.setEncoding('utf8').on('data', (text) => {
  console.log(text.trim());
  if (text.includes('run 1')) setTimeout(() => fs.writeFileSync('value.js', 'module.exports = 2;'), 500);
  if (text.includes('run 2')) child.kill('SIGINT');
});
child.on('exit', () => console.log('ended'));
