// URLPattern: how patterns are read and shown, what they match, and what they refuse.
'use strict';

const components = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];

function show(...args) {
  try {
    const pattern = new URLPattern(...args);
    console.log(...args, components.map((name) => pattern[name]).join(' | '), pattern.hasRegExpGroups);
    return pattern;
  } catch (error) {
    console.log(...args, error.name, error.code, error.message);
  }
}

function groups(pattern, ...input) {
  const found = pattern.exec(...input);
  console.log(...input, pattern.test(...input));
  if (found !== null) for (const name of components) console.log(' ', name, found[name].input, Object.entries(found[name].groups).sort());
}

groups(show('https://*.example.org/:kind/:id(\\d+)?'), 'https://a.b.example.org/book/7?x#y');
groups(show('/files/*', 'https://example.org:8080/base/x'), 'https://example.org:8080/files/a/b');
groups(show('../:name.:ext', 'https://example.org/base/x'), 'https://example.org/a.txt');
groups(show({ pathname: '/{:a-}?:b+/{x}*' }), { pathname: '/one-two/three/xx' });
groups(show({ protocol: 'http{s}?', port: '80', hostname: '[\\:\\::num]' }), { hostname: '[::1]' });
groups(show('https://example.org/Path', { ignoreCase: true }), 'https://example.org/pATH');
groups(show('data\\:text/:type', undefined), 'data:text/plain');
groups(show('?q=:word', 'https://example.org/p'), 'https://example.org/p?q=é');
groups(show({ baseURL: 'https://user:pw@example.org/a/b?c#d' }), { baseURL: 'https://example.org/a/b?c#d' });
groups(show({ pathname: '/:foo\\bar' }), { pathname: '/xbar' });
groups(show(), 'no url', 'https://example.org');
groups(show({ hostname: 'EXAMPLE.org', pathname: '/ü b' }), { hostname: 'example.org', pathname: '/ü b' });

show({ port: '443', protocol: 'https' });
show({ pathname: 5 });
for (const bad of ['(', '/a', ':a/:a', 'https://a.b/(?:x)', 'https://a.b/([)', 'https://a b/', 'https://a.b:x/', '{a']) show(bad);
show('/a', 'none');
show({}, 'https://example.org');
show(1);
show({}, 1);
show({}, '', 1);

const pattern = new URLPattern();
for (const call of [
  () => URLPattern(),
  () => pattern.exec(1),
  () => pattern.test('', 1),
  () => pattern.exec({}, 'https://example.org'),
  () => pattern.test(null, null),
  () => pattern.test.call({}),
  () => structuredClone(pattern),
]) {
  try {
    console.log(call());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(pattern.exec('https://a.b', null), Object.getPrototypeOf(pattern.exec({ protocol: 'a', other: 1 }).inputs[0]));
console.log(pattern, Object.prototype.toString.call(pattern), new (class extends URLPattern {})({ hash: 'a' }).hash);
