// URL and URLSearchParams.
const url = new URL('../c?x=1&y=ü#frag', 'https://user:pass@Example.org:443/a/b/');
console.log(url.href, url.origin, url.host, url.pathname, url.search, url.hash, url.username);
url.port = 8080;
url.searchParams.append('z', 'a b');
url.pathname = '/new path';
console.log(String(url), JSON.stringify({ url }), [...url.searchParams.keys()]);
console.log(URL.canParse('nope'), URL.canParse('http://x'));
try {
  new URL('nope');
} catch (error) {
  console.log(error.name, error.code, error.message, error.input);
}
const params = new URLSearchParams({ a: '1', b: '2' });
params.append('a', '3');
console.log(params.toString(), params.getAll('a'), params.get('none'), params.has('b', '2'), params.size);
const { fileURLToPath, pathToFileURL } = require('url');
console.log(fileURLToPath('file:///a%20b'), pathToFileURL('/a b#c').href);
