// The functions of before the web's URL: format and resolve, and Url's own parse.
const url = require('url');

const parse = (text, query, slashes) => new url.Url().parse(text, query, slashes);
console.log(parse('http://user:pass@host.com:8080/p/a/t/h?query=string#hash'));
for (const text of ['/a?b=c', '//host/x', 'mailto:a@b.c?d', 'javascript:alert("x y")', 'foo:bar', 'HTTP://H\\x y']) {
  const { protocol, auth, host, path, href } = parse(text);
  console.log({ protocol, auth, host, path, href });
}
console.log(parse('/x?a=1&a=2&b', true).query, parse('//host/x', false, true).host);

console.log(url.format({ protocol: 'http', hostname: 'h', port: 1, pathname: 'p', query: { a: [1, 2] }, hash: 'x' }));
console.log(url.format({ host: 'h', auth: 'a:b c', slashes: true }), url.format('http://h/a b'));
for (const [from, to] of [['/one/two/three', 'four'], ['http://h/a/b', '../c'], ['http://h/a', '//x/y'],
  ['http://h/a?b', '?c'], ['http://h/a', 'mailto:x@y'], ['mailto:a@b', 'c']]) {
  console.log(from, to, url.resolve(from, to));
}
try {
  parse('http://h:port/');
} catch ({ code }) {
  console.log(code);
}
