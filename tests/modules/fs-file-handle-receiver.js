// Methods of FileHandle on what is no FileHandle are rejected, and touch no file.
'use strict';

const fs = require('node:fs').promises;

const methods = [
  'appendFile', 'chmod', 'chown', 'datasync', 'sync', 'read', 'readv', 'readFile', 'stat', 'truncate', 'utimes',
  'write', 'writev', 'writeFile',
];

function describe(error) {
  return `${error.name} ${error.code} ${error.message.split('\n')[0]}`;
}

async function main() {
  const handle = await fs.open(__filename);
  const prototype = Object.getPrototypeOf(handle);
  for (const name of methods) {
    for (const receiver of [{}, { fd: 1 }, Object.create(prototype)]) {
      await prototype[name].call(receiver, 'text').catch((error) => console.log(name, describe(error)));
    }
  }
  // One that inherits from a handle is as good as it.
  const { size } = await prototype.stat.call(Object.create(handle));
  console.log(size > 0);

  // appendFile does not go through writeFile of the object.
  handle.writeFile = () => console.log('not called');
  await handle.appendFile('text').catch((error) => console.log(describe(error)));
  await handle.close();
  await handle.appendFile('text').catch((error) => console.log(describe(error)));
}

main();
