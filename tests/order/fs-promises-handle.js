// A FileHandle: open, read, close.
const fs = require('fs/promises');
(async () => {
  const handle = await fs.open(__filename);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  console.log(typeof handle.fd, bytesRead, buffer.toString());
  await handle.close();
  console.log(handle.fd);
})();
