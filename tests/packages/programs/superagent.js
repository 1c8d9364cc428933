const superagent = require('superagent');
const express = require('express');
const request = require('supertest');
const app = express().use(express.json());
app.post('/a', (q, r) => r.cookie('c', '1').json({ got: q.body, query: q.query }));
app.get('/fail', (q, r) => r.status(422).json({ why: 'x' }));
const server = app.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const answer = await superagent
    .post(`${base}/a`)
    .query({ q: 1 })
    .set('X-A', 'b')
    .send({ n: [1] });
  console.log(answer.status, answer.body, answer.type, answer.headers['set-cookie']);
  await superagent.get(`${base}/fail`).catch((error) => console.log(error.status, error.message, error.response.body));
  superagent
    .get(`${base}/fail`)
    .ok((r) => r.status < 500)
    .end((error, r) => {
      console.log(error, r.body);
      server.close();
    });
});
