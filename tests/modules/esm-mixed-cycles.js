// A cycle through both systems of modules is refused, with the words that tell where it closes; then it can be tried again.
'use strict';
const { execFileSync, spawnSync } = require('child_process');
for (const entry of ['a.mjs', 'b.cjs', 'c.mjs', 'e.cjs', 'f.mjs']) {
  const { status, stderr } = spawnSync(process.execPath, [`${__dirname}/fixtures/mixed-cycles/${entry}`], { encoding: 'utf8' });
  const message = /^Error \[ERR_REQUIRE_CYCLE_MODULE\]: .*$/m.exec(stderr);
  console.log(entry, status, message?.[0].replaceAll(__dirname, ''));
}
for (let i = 0; i < 2; i++) {
  try {
    require('./fixtures/mixed-cycles/b.cjs');
  } catch (error) {
    console.log(error.code, error.message.replaceAll(__dirname, '').slice(0, 90));
  }
}
