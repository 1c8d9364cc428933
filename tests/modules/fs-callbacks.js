// The callback functions, one after another, with their results.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { promisify } = require('util');
const folder = path.join(os.tmpdir(), `rondo-fs-callbacks-${process.pid}`);
const call = (name, ...args) => promisify(fs[name])(...args);
(async () => {
  await call('mkdir', folder);
  const file = path.join(folder, 'file');
  await call('writeFile', file, Buffer.from('bytes'), { mode: 0o600 });
  console.log((await call('stat', file)).size, ((await call('lstat', file)).mode & 0o777).toString(8));
  const fd = await call('open', file, 'a+');
  console.log((await call('write', fd, ' and text')).bytesWritten);
  console.log((await call('fstat', fd)).size);
  await call('close', fd);
  console.log(await call('readFile', file, { encoding: 'utf8' }));
  await call('rename', file, `${file}2`);
  console.log(await call('readdir', folder));
  console.log(await call('exists', file), await call('exists', `${file}2`));
  await call('rm', folder, { recursive: true });
  await call('access', folder).catch((error) => console.log(error.code));
})();
