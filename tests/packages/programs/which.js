const which = require('which');
const fs = require('fs');
fs.mkdirSync('path');
fs.writeFileSync('path/tool', '#!/bin/sh\n', { mode: 0o755 });
fs.writeFileSync('path/plain', '');
const path = `${process.cwd()}/path`;
(async () => {
  console.log(
    (await which('tool', { path })).endsWith('/path/tool'),
    which.sync('plain', { path, nothrow: true }),
    (await which('tool', { path: `${path}:${path}`, all: true })).length,
  );
  await which('none', { path }).catch((error) => console.log(error.code, error.message));
})();
