const express = require('express');
const session = require('express-session');
const passport = require('passport');
const app = express();
app.use(session({ secret: 's', resave: false, saveUninitialized: false, name: 'sid' }));
app.use(passport.initialize()).use(passport.session());
passport.serializeUser((user, done) => done(null, user.id));
passport.deserializeUser((id, done) => done(null, { id, name: `user ${id}` }));
passport.use(
  'param',
  new (class extends passport.Strategy {
    authenticate(q) {
      q.query.id ? this.success({ id: q.query.id }) : this.fail('no id');
    }
  })(),
);
app.get('/login', passport.authenticate('param'), (q, r) => r.send('in'));
app.get('/me', (q, r) => {
  q.session.views = (q.session.views ?? 0) + 1;
  r.json([q.user ?? null, q.isAuthenticated(), q.session.views]);
});
app.get('/out', (q, r, next) => q.logout((error) => (error ? next(error) : r.send('out'))));
const server = app.listen(0, async () => {
  let cookie;
  const ask = async (path) => {
    const a = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { headers: cookie ? { cookie } : {} });
    const set = a.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0];
    console.log(path, a.status, Boolean(set), await a.text());
  };
  for (const path of ['/me', '/me', '/login', '/login?id=7', '/me', '/out', '/me']) await ask(path);
  server.close();
});
