// Middleware in layers, a router, errors.
const Koa = require('koa');
const Router = require('@koa/router').default ?? require('@koa/router');

const app = new Koa();
const router = new Router({ prefix: '/api' });
app.silent = true;
app.use(async (context, next) => {
  await next();
  context.set('X-Length', String(context.length ?? '-'));
});
router.get('/item/:id', (context) => {
  context.body = { id: context.params.id, query: context.query };
});
router.post('/item', (context) => {
  context.status = 201;
  context.body = 'made';
});
router.get('/fail', () => {
  throw Object.assign(new Error('refused'), { status: 403, expose: true });
});
router.get('/crash', () => {
  throw new Error('secret');
});
app.use(router.routes()).use(router.allowedMethods());

const server = app.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  for (const [method, path] of [
    ['GET', '/api/item/5?x=1&x=2'],
    ['POST', '/api/item'],
    ['GET', '/api/fail'],
    ['GET', '/api/crash'],
    ['DELETE', '/api/item/5'],
    ['GET', '/other'],
  ]) {
    const answer = await fetch(base + path, { method });
    console.log(
      method,
      path,
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('x-length'),
      answer.headers.get('allow'),
      await answer.text(),
    );
  }
  server.close();
});
