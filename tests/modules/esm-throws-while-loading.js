// An ES module that throws while it runs does so once: whoever imports it gets the same error. One that could not be loaded
// can be tried again.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'throws-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = (name) => path.join(folder, name);

(async () => {
  fs.writeFileSync(file('throws.mjs'), 'console.log("runs"); throw new Error("from a module");');
  fs.writeFileSync(file('needs.mjs'), 'import "./throws.mjs"; console.log("never");');
  const errors = [];
  for (const name of ['throws.mjs', 'needs.mjs', 'throws.mjs']) await import(file(name)).catch((error) => errors.push(error));
  try {
    require(file('throws.mjs'));
  } catch (error) {
    errors.push(error);
  }
  console.log(errors.map((error) => error.message), errors.every((error) => error === errors[0]));

  const tell = (promise) => promise.then(({ default: value }) => console.log(value), (error) => console.log(error.name, error.code));
  await tell(import(file('late.mjs')));
  fs.writeFileSync(file('late.mjs'), 'export default "was written later";');
  await tell(import(file('late.mjs')));

  fs.writeFileSync(file('wants.mjs'), 'import "./missing.mjs"; export default "has it";');
  await tell(import(file('wants.mjs')));
  fs.writeFileSync(file('missing.mjs'), '');
  await tell(import(file('wants.mjs')));

  fs.writeFileSync(file('wrong.mjs'), 'export default ;');
  await tell(import(file('wrong.mjs')));
  fs.writeFileSync(file('wrong.mjs'), 'export default "was mended";');
  await tell(import(file('wrong.mjs')));
})();
