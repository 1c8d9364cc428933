const request = require('supertest');
const express = require('express');
const app = express();
app.get('/user', (q, r) => r.json({ name: 'ann' }));
app.post('/up', express.text(), (q, r) => r.status(201).send(q.body.toUpperCase()));
(async () => {
  await request(app).get('/user').expect('Content-Type', /json/).expect(200, { name: 'ann' });
  console.log((await request(app).post('/up').type('text/plain').send('hey').expect(201)).text);
  await request(app)
    .get('/user')
    .expect(404)
    .catch((error) => console.log(error.message));
  await request(app)
    .get('/user')
    .expect({ name: 'bob' })
    .catch((error) => console.log(error.message));
  request(app)
    .get('/none')
    .expect(404)
    .end((error, answer) => console.log(error, answer.status));
})();
