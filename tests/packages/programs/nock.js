const nock = require('nock').default;
const http = require('http');
(async () => {
  nock.disableNetConnect();
  nock('http://api.test')
    .get('/users')
    .query({ q: '1' })
    .reply(200, [{ id: 1 }], { 'x-a': 'b' })
    .post('/users', { name: 'ann' })
    .reply(201, (uri, body) => ({ uri, body }))
    .get('/slow')
    .replyWithError('down');
  http.get('http://api.test/users?q=1', (answer) => {
    let text = '';
    answer
      .on('data', (part) => {
        text += part;
      })
      .on('end', async () => {
        console.log(answer.statusCode, answer.headers['x-a'], text);
        const posted = await fetch('http://api.test/users', {
          method: 'POST',
          body: '{"name":"ann"}',
          headers: { 'content-type': 'application/json' },
        });
        console.log(posted.status, await posted.text());
        http.get('http://api.test/slow').on('error', (error) => {
          console.log(error.message);
          console.log(nock.isDone(), nock.pendingMocks());
          http.get('http://other.test/').on('error', (e) => console.log(e.code));
        });
      });
  });
})();
