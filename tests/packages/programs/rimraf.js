const { rimraf, rimrafSync, native: nativeRimraf } = require('rimraf');
const fs = require('fs');
const path = require('path');
const os = require('os');
const make = () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'rim-'));
  fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true });
  fs.writeFileSync(path.join(root, 'a/b/f'), 'x');
  fs.symlinkSync('f', path.join(root, 'a/b/l'));
  return root;
};
(async () => {
  for (const remove of [rimraf, async (p) => rimrafSync(p), nativeRimraf, rimraf.posix]) {
    const root = make();
    console.log(await remove(root), fs.existsSync(root));
  }
  const root = make();
  console.log(await rimraf(path.join(root, '**/f'), { glob: true }), fs.readdirSync(path.join(root, 'a/b')));
  rimrafSync(root);
  console.log(await rimraf('/nowhere/at/all'));
})();
