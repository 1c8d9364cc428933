const express = require('express');
const multer = require('multer');
const fs = require('fs');
const app = express();
app.post('/memory', multer({ storage: multer.memoryStorage() }).array('files'), (q, r) =>
  r.json([q.body, q.files.map((f) => [f.originalname, f.mimetype, f.size, f.buffer.toString()])]),
);
app.post('/disk', multer({ dest: 'up' }).single('one'), (q, r) =>
  r.json([fs.readFileSync(q.file.path, 'utf8'), q.file.fieldname]),
);
app.post('/limit', multer({ limits: { fileSize: 3 } }).single('one'), (q, r) => r.end('never'));
app.use((error, q, r, next) => r.status(400).json([error.name, error.code, error.message, error.field]));
const server = app.listen(0, async () => {
  const send = async (path, fill) => {
    const form = new FormData();
    fill(form);
    console.log(
      path,
      JSON.stringify(
        await (await fetch(`http://127.0.0.1:${server.address().port}${path}`, { method: 'POST', body: form })).json(),
      ),
    );
  };
  await send('/memory', (f) => {
    f.append('a', '1');
    f.append('b[c]', 'é');
    f.append('files', new Blob(['hello'], { type: 'text/plain' }), 'h.txt');
    f.append('files', new Blob(['x'.repeat(10)]), 'x.bin');
  });
  await send('/disk', (f) => f.append('one', new Blob(['on disk']), 'd'));
  await send('/limit', (f) => f.append('one', new Blob(['too long']), 'd'));
  await send('/disk', (f) => f.append('wrong', new Blob(['x']), 'd'));
  server.close();
});
