// Errors of the synchronous functions: code, syscall, path, message.
const fs = require('fs');
const attempts = {
  read: () => fs.readFileSync('none'),
  readFolder: () => fs.readFileSync('.'),
  stat: () => fs.statSync('none'),
  readdir: () => fs.readdirSync('none'),
  mkdir: () => fs.mkdirSync('fixtures'),
  rename: () => fs.renameSync('none', 'other'),
  rmdir: () => fs.rmSync('none'),
  access: () => fs.accessSync('none'),
  close: () => fs.closeSync(9999),
  notDirectory: () => fs.readdirSync('fs-errors.js'),
  badPath: () => fs.readFileSync({}),
  nullByte: () => fs.readFileSync('a\0b'),
  badEncoding: () => fs.readFileSync('fs-errors.js', 'nothing'),
  badFlag: () => fs.openSync('fs-errors.js', 'nothing'),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    attempt();
  } catch (error) {
    console.log(name, '|', error.code, error.errno, error.syscall, error.path, error.dest, '|', error.message);
  }
}
