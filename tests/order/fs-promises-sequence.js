// Awaited operations run one after another.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
(async () => {
  const folder = path.join(os.tmpdir(), `rondo-promises-${process.pid}`);
  const file = path.join(folder, 'a.txt');
  await fs.mkdir(folder);
  await fs.writeFile(file, 'text');
  await fs.appendFile(file, ' and more');
  console.log(await fs.readFile(file, 'utf8'));
  console.log(await fs.readdir(folder));
  await fs.rename(file, `${file}.bak`);
  console.log(await fs.readdir(folder));
  await fs.rm(folder, { recursive: true });
  await fs.access(folder).catch((error) => console.log(error.code));
})();
