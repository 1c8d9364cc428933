const tmp = require('tmp');
const { mkdirp, mkdirpSync } = require('mkdirp');
const fs = require('fs');
tmp.setGracefulCleanup();
const file = tmp.fileSync({ postfix: '.txt', mode: 0o600 });
fs.writeSync(file.fd, 'x');
console.log(/\.txt$/.test(file.name), (fs.statSync(file.name).mode & 0o777).toString(8));
file.removeCallback();
console.log(fs.existsSync(file.name));
tmp.dir({ unsafeCleanup: true }, async (error, path, cleanup) => {
  console.log(
    error,
    fs.statSync(path).isDirectory(),
    (await mkdirp(`${path}/a/b`)).endsWith('/a'),
    mkdirpSync(`${path}/a/b`),
  );
  cleanup(() => console.log(fs.existsSync(path)));
});
