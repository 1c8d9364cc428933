const fs = require('fs-extra');
const path = require('path');
const os = require('os');
(async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'fse-'));
  const at = (...names) => path.join(root, ...names);
  await fs.outputFile(at('a/b/c.txt'), 'hello');
  await fs.outputJson(at('d.json'), { x: [1] }, { spaces: 2 });
  await fs.copy(at('a'), at('copy'), { filter: (source) => !source.endsWith('.skip') });
  await fs.move(at('copy/b'), at('moved'));
  console.log(
    await fs.readJson(at('d.json')),
    await fs.pathExists(at('moved/c.txt')),
    fs.readdirSync(root).sort(),
    await fs.readFile(at('d.json'), 'utf8'),
  );
  await fs.ensureDir(at('x/y/z'));
  await fs.ensureFile(at('x/file'));
  await fs.ensureSymlink(at('x/file'), at('x/link'));
  await fs.emptyDir(at('x'));
  console.log(fs.readdirSync(at('x')), (await fs.stat(at('d.json'))).isFile());
  await fs.readJson(at('none.json')).catch((error) => console.log(error.code));
  await fs.readJson(at('a/b/c.txt')).catch((error) => console.log(error.name));
  await new Promise((done) =>
    fs.copy(at('d.json'), at('e.json'), (error) => {
      console.log('callback', error);
      done();
    }),
  );
  fs.removeSync(root);
  console.log(fs.existsSync(root));
})();
