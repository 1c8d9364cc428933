// The loader of the longest extension is taken.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'extensions-'));
for (const name of ['a.one.two', '.one.two', 'b.two', '.two']) fs.writeFileSync(path.join(folder, name), 'module.exports = "js";');
require.extensions['.two'] = (module) => { module.exports = 'two'; };
require.extensions['.one.two'] = (module) => { module.exports = 'one.two'; };
for (const name of ['a.one.two', 'a', '.one.two', 'b.two', 'b', '.two']) console.log(name, require(path.join(folder, name)));
fs.rmSync(folder, { recursive: true });
