const nodemailer = require('nodemailer');
const net = require('net');
const server = net
  .createServer((socket) => {
    let data = false;
    let text = '';
    socket.setEncoding('utf8');
    socket.write('220 test ESMTP\r\n');
    socket.on('data', (part) => {
      text += part;
      for (let at; (at = text.indexOf('\r\n')) !== -1;) {
        const line = text.slice(0, at);
        text = text.slice(at + 2);
        if (data) {
          if (line === '.') {
            data = false;
            socket.write('250 queued\r\n');
          } else if (/^(From|To|Subject|Content-Type):/.test(line))
            console.log('>', line.replace(/boundary.*/, 'boundary'));
          continue;
        }
        console.log('>', line.replace(/^EHLO .*/, 'EHLO'));
        if (/^EHLO/.test(line)) socket.write('250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
        else if (/^AUTH/.test(line)) socket.write('235 ok\r\n');
        else if (line === 'DATA') {
          data = true;
          socket.write('354 go\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  })
  .listen(0, async () => {
    const transport = nodemailer.createTransport({
      host: '127.0.0.1',
      port: server.address().port,
      secure: false,
      ignoreTLS: true,
      auth: { user: 'u', pass: 'p' },
    });
    const info = await transport.sendMail({
      from: 'Änn <a@x.org>',
      to: ['b@y.org', 'c@z.org'],
      subject: 'Grüße',
      text: 'plain',
      html: '<b>rich</b>',
      attachments: [{ filename: 'a.txt', content: 'hello' }],
    });
    console.log(info.accepted, info.rejected, info.response, info.envelope);
    transport.close();
    server.close();
    const built = await nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' }).sendMail({
      from: 'a@x.org',
      to: 'b@y.org',
      subject: 's',
      text: 'körper',
      date: new Date(0),
      messageId: '<id@x>',
    });
    console.log(built.message.toString());
  });
