const FormData = require('form-data');
const fs = require('fs');
const http = require('http');
fs.writeFileSync('f.txt', 'content');
const form = new FormData();
form.setBoundary('BOUNDARY');
form.append('a', 'value');
form.append('file', fs.createReadStream('f.txt'));
form.append('b', Buffer.from('bytes'), { filename: 'b.bin', contentType: 'x/y' });
console.log(form.getHeaders());
form.getLength((error, length) => {
  const server = http
    .createServer((q, r) => {
      let body = '';
      q.on('data', (part) => {
        body += part;
      }).on('end', () => r.end(body));
    })
    .listen(0, () =>
      form.submit(`http://127.0.0.1:${server.address().port}/`, (failed, answer) => {
        let text = '';
        answer
          .on('data', (part) => {
            text += part;
          })
          .on('end', () => {
            console.log(error, failed, length === text.length, text);
            server.close();
          });
      }),
    );
});
