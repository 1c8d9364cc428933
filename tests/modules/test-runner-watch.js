// run() with `watch`: a round for what has changed, a new file, an end by the signal.
const { run } = require('node:test');
const fs = require('fs');
const path = require('path');

const cwd = fs.mkdtempSync(path.join(process.env.TMPDIR ?? '/tmp', 'watch-'));
const write = (name, text) => fs.writeFileSync(path.join(cwd, name), text);
write('value.js', 'module.exports = 1;');
write('one.test.js', "require('node:test')('one ' + require('./value.js'), () => {});");
write('two.test.js', "require('node:test')('two', () => {});");

const controller = new AbortController();
const steps = [
  () => write('value.js', 'module.exports = 2;'),
  () => write('three.test.js', "require('node:test')('three', () => { throw new Error('no'); });"),
  () => controller.abort(),
];
const stream = run({ cwd, watch: true, signal: controller.signal });
stream.on('data', ({ type, data }) => {
  if (type === 'test:pass' || type === 'test:fail') console.log(type, data.name, data.testNumber);
  if (type === 'test:diagnostic' && /^(tests|pass|fail) /.test(data.message)) console.log(data.message);
  if (type.startsWith('test:watch')) console.log(type);
  // A moment later, for the watch may not have begun to look at all files.
  if (type === 'test:watch:drained') setTimeout(steps.shift(), 300);
});
stream.on('end', () => {
  console.log('end');
  fs.rmSync(cwd, { recursive: true });
});
