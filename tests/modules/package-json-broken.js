// A package.json that is no JSON, or not what it should be, is told by its path; so is a file of JSON, with the place in it.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'broken-')));
const write = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  fs.writeFileSync(path.join(folder, name), text);
};
write('node_modules/x/package.json', '{ "a" 1 }');
write('node_modules/x/index.js', '');
const odd = ['null', '[]', '"text"', '{ "name": 5 }', '{ "type": null }', '{ "main": 5, "exports": true, "scripts": "x" }'];
for (let i = 0; i < odd.length; i++) {
  write(`node_modules/odd${i}/package.json`, odd[i]);
  write(`node_modules/odd${i}/index.js`, 'console.log("loaded")');
}
write('data.json', '{ "a" 1 }');
write('main.js', `
  const show = (error) => console.log(error.name, error.code, error.message.replaceAll(__dirname, ''));
  for (const name of ['x', 'x', './data.json', './data.json', 'odd0', 'odd1', 'odd2', 'odd3', 'odd4', 'odd5']) {
    try { require(name) } catch (error) { show(error) }
  }
  import('x').catch(show).then(() => import('./data.json', { with: { type: 'json' } })).catch(show);
`);
require(path.join(folder, 'main.js'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
