// A package.json that is no JSON is told by its path; so is a file of JSON, with the place in it.
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
write('data.json', '{ "a" 1 }');
write('main.js', `
  const show = (error) => console.log(error.name, error.code, error.message.replaceAll(__dirname, ''));
  for (const name of ['x', 'x', './data.json', './data.json']) try { require(name) } catch (error) { show(error) }
  import('x').catch(show).then(() => import('./data.json', { with: { type: 'json' } })).catch(show);
`);
require(path.join(folder, 'main.js'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
