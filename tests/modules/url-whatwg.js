// The web's URL: parsing, parts, setters, and what is not a URL.
for (const [input, base] of [
  ['HTTP://User:P%61ss@Example.COM:80/a/./b/../c d?q=é#f g'],
  ['../x?y', 'https://h/a/b/c'],
  ['//other', 'https://h/a'],
  ['file:///C|/x/..'],
  ['mailto:someone@example.com'],
  ['http://0x7f.1/'],
  ['http://[1:0:0::2]:8080/'],
  ['http://日本語.jp/日本'],
  ['web+demo:/.//not-a-host/'],
]) {
  console.log(new URL(input, base).href);
}

const url = new URL('https://user:pass@example.com:8080/p/a/t/h?query=string#hash');
console.log(url);
Object.assign(url, { protocol: 'http', host: 'other:80', pathname: 'a b', search: '?x=1', hash: '', username: 'me' });
console.log(url.href, url.origin, JSON.stringify(url));
url.searchParams.append('y', 'ä ö');
console.log(url.href);
url.port = 'nope';
console.log(url.port === '', URL.canParse('nope'), URL.parse('nope'), URL.parse('x', 'http://h').href);

for (const call of [() => new URL('nope'), () => new URL('/x', 'nope'), () => new URL(), () => { url.href = 'nope'; }]) {
  try {
    call();
  } catch ({ name, code, message, input, base }) {
    console.log(name, code, message, input, base);
  }
}
