// Routes with schemas, hooks, plugins, requests injected and over a socket.
const fastify = require('fastify');

async function main() {
  const app = fastify({ logger: false });
  app.decorate('greeting', 'hello');
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-hook', 'seen');
    return payload;
  });
  app.get(
    '/hello/:name',
    {
      schema: {
        params: { type: 'object', properties: { name: { type: 'string', minLength: 2 } } },
        querystring: { type: 'object', properties: { times: { type: 'integer', default: 1 } } },
        response: { 200: { type: 'object', properties: { text: { type: 'string' }, times: { type: 'number' } } } },
      },
    },
    async (request) => ({ text: `${app.greeting} ${request.params.name}`, times: request.query.times, hidden: true }),
  );
  app.post('/echo', async (request, reply) => reply.code(201).send(request.body));
  app.register(
    async (inner) => {
      inner.get('/', async () => ({ inner: true }));
    },
    { prefix: '/inner' },
  );
  app.get('/fail', async () => {
    throw new Error('no luck');
  });

  for (const request of ['/hello/ann?times=3', '/hello/a', '/inner', '/fail', '/nowhere']) {
    const answer = await app.inject(request);
    console.log(request, answer.statusCode, answer.headers['x-hook'], answer.body);
  }
  const posted = await app.inject({ method: 'POST', url: '/echo', payload: { list: [1, 2] } });
  console.log(posted.statusCode, posted.json());

  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${address}/hello/bob`);
  console.log(answer.status, await answer.json());
  console.log(app.printRoutes());
  await app.close();
}
main();
