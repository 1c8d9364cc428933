const tar = require('tar');
const fs = require('fs');
(async () => {
  fs.mkdirSync('in/sub', { recursive: true });
  fs.writeFileSync('in/a.txt', 'hello');
  fs.writeFileSync('in/sub/b.bin', Buffer.alloc(100000, 'xy'));
  fs.symlinkSync('a.txt', 'in/link');
  await tar.create({ gzip: true, file: 'o.tgz', cwd: 'in', portable: true }, ['.']);
  const names = [];
  await tar.list({ file: 'o.tgz', onReadEntry: (e) => names.push([e.path, e.type, e.size]) });
  console.log(names.sort());
  fs.mkdirSync('out');
  await tar.extract({ file: 'o.tgz', cwd: 'out', filter: (path) => !path.endsWith('link'), strip: 0 });
  console.log(fs.readFileSync('out/a.txt', 'utf8'), fs.statSync('out/sub/b.bin').size, fs.existsSync('out/link'));
  tar.create({ sync: true, file: 's.tar', cwd: 'in' }, ['a.txt']);
  const seen = [];
  fs.createReadStream('s.tar')
    .pipe(tar.t())
    .on('entry', (e) => {
      seen.push(e.path);
      e.resume();
    })
    .on('end', () => console.log(seen));
})();
