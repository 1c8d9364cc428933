// What a program may not do with files.
'use strict';
const fs = require('fs');
const path = require('path');
const open = 'fixtures/permission/open';
const closed = 'fixtures/permission/closed';
const file = `${closed}/text.txt`;

function show(name, error) {
  if (!error) console.log(name, 'done');
  else console.log(name, error.code, error.permission, error.resource, error.message);
}
function attempt(name, act) {
  try {
    act();
    show(name);
  } catch (error) {
    show(name, error);
  }
}

attempt('itself', () => fs.readFileSync(__filename));
attempt('open', () => fs.readFileSync(`${open}/text.txt`));
attempt('open folder', () => fs.readdirSync(open));
attempt('way out', () => fs.readFileSync(`${open}/../closed/text.txt`));
attempt('absolute', () => fs.readFileSync(path.resolve(`${open}/text.txt`)));
attempt('bytes', () => fs.readFileSync(Buffer.from(file)));
attempt('empty', () => fs.readFileSync(''));
attempt('missing', () => fs.readFileSync(`${open}/none.txt`));
attempt('access', () => fs.accessSync(file));
attempt('exists', () => fs.existsSync(file));
attempt('stat', () => fs.statSync(file));
attempt('lstat', () => fs.lstatSync(file));
attempt('statfs', () => fs.statfsSync(closed));
attempt('readdir', () => fs.readdirSync(closed));
attempt('opendir', () => fs.opendirSync(closed));
attempt('readlink', () => fs.readlinkSync(file));
attempt('realpath.native', () => fs.realpathSync.native(file));
attempt('open r', () => fs.openSync(file));
attempt('open w', () => fs.openSync(file, 'w'));
attempt('open r+', () => fs.openSync(file, 'r+'));
attempt('open a+', () => fs.openSync(file, 'a+'));
attempt('write', () => fs.writeFileSync(file, ''));
attempt('write what can be read', () => fs.writeFileSync(`${open}/text.txt`, ''));
attempt('append', () => fs.appendFileSync(file, ''));
attempt('truncate', () => fs.truncateSync(file));
attempt('mkdir', () => fs.mkdirSync(`${closed}/new`));
attempt('mkdtemp', () => fs.mkdtempSync(`${closed}/new`));
attempt('rmdir', () => fs.rmdirSync(closed));
attempt('unlink', () => fs.unlinkSync(file));
attempt('rm', () => fs.rmSync(file));
attempt('chmod', () => fs.chmodSync(file, 0o644));
attempt('chown', () => fs.chownSync(file, 0, 0));
attempt('utimes', () => fs.utimesSync(file, 0, 0));
attempt('rename from', () => fs.renameSync(file, `${open}/new`));
attempt('rename to', () => fs.renameSync(`${open}/text.txt`, file));
attempt('copy from', () => fs.copyFileSync(file, `${open}/new`));
attempt('copy to', () => fs.copyFileSync(`${open}/text.txt`, file));
attempt('link from', () => fs.linkSync(file, `${open}/new`));
attempt('symlink', () => fs.symlinkSync(file, `${open}/new`));
attempt('fsync', () => fs.fsyncSync(1));
attempt('fchmod', () => fs.fchmodSync(1, 0o644));
attempt('fstat', () => fs.fstatSync(0));
attempt('watch', () => fs.watch(closed));
attempt('chdir', () => process.chdir(closed));
attempt('loadEnvFile', () => process.loadEnvFile(file));
attempt('require', () => require(`./${closed}/module.js`).length.x);
attempt('resolve', () => require.resolve(`./${closed}/module.js`));
attempt('written', () => {
  fs.writeFileSync(`${open}/new.txt`, 'x');
  fs.rmdirSync(fs.mkdtempSync(`${open}/newer`));
});
attempt('removed', () => fs.unlinkSync(`${open}/new.txt`));

let isWithin = true;
const callback = (name) => (error) => show(`${name} ${isWithin ? 'within the call' : 'later'}`, error);
attempt('readFile', () => fs.readFile(file, callback('readFile')));
attempt('stat', () => fs.stat(file, callback('stat')));
attempt('open', () => fs.open(file, callback('open')));
attempt('rename', () => fs.rename(file, open, callback('rename')));
attempt('unlink', () => fs.unlink(file, callback('unlink')));
attempt('mkdir', () => fs.mkdir(`${closed}/new`, callback('mkdir')));
attempt('chmod', () => fs.chmod(file, 0o644, callback('chmod')));
attempt('exists', () => fs.exists(file, (found) => console.log('exists', found)));
attempt('fsync', () => fs.fsync(1, callback('fsync')));
isWithin = false;
fs.createReadStream(file).on('error', callback('createReadStream'));

(async () => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { promises } = fs;
  for (const [name, ...args] of [
    ['readFile', file], ['stat', file], ['mkdir', file], ['writeFile', file, ''], ['readdir', closed], ['rm', file],
    ['access', file], ['readFile', `${open}/text.txt`],
  ]) {
    await promises[name](...args).then(() => show(`promises.${name}`), (error) => show(`promises.${name}`, error));
  }
  await import(`./${closed}/module.mjs`).catch((error) => {
    console.log(error.code, error.permission, path.relative('.', error.resource));
  });
})();
