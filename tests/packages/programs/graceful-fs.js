const fs = require('graceful-fs');
const plain = require('fs');
const path = require('path');
const os = require('os');
const root = plain.mkdtempSync(path.join(os.tmpdir(), 'grace-'));
console.log(fs !== plain, typeof fs.gracefulify, fs.constants === plain.constants);
let left = 200;
for (let i = 0; i < 200; i++)
  fs.writeFile(path.join(root, `f${i}`), String(i), (error) => {
    if (error) throw error;
    if (--left === 0) then();
  });
function then() {
  fs.readdir(root, (error, names) => {
    console.log(error, names.length, names.slice(0, 3));
    fs.createReadStream(path.join(root, 'f7'))
      .pipe(fs.createWriteStream(path.join(root, 'copy')))
      .on('finish', () => {
        console.log(fs.readFileSync(path.join(root, 'copy'), 'utf8'));
        fs.rename(path.join(root, 'copy'), path.join(root, 'moved'), (error) => {
          console.log(error, fs.existsSync(path.join(root, 'moved')));
          plain.rmSync(root, { recursive: true });
        });
      });
  });
}
