// cpSync refuses in other words than the other forms.
const fs = require('fs');
const path = require('path');

const home = fs.mkdtempSync(path.join(require('os').tmpdir(), 'cp-'));
process.chdir(home);
fs.mkdirSync('folder/inner', { recursive: true });
fs.writeFileSync('file', 'text');

const cases = [
  ['folder', 'new'], ['folder', 'folder/inner/x', { recursive: true }], ['folder', 'file', { recursive: true }],
  ['file', 'folder'], ['file', 'file'], ['folder', 'folder', { recursive: true }], ['absent', 'new'],
];
for (const args of cases) {
  try {
    fs.cpSync(...args);
  } catch (error) {
    console.log(error.name, error.code, error.message, Object.keys(error));
  }
}
(async () => {
  for (const args of cases) {
    await fs.promises.cp(...args).catch((error) => console.log(error.name, error.code, error.message, Object.keys(error)));
  }
  const error = await fs.promises.cp('file', 'file').catch((reason) => reason);
  console.log(require('util').inspect(error).replace(/\n +at .*/g, ''));
  fs.rmSync(home, { recursive: true });
})();
