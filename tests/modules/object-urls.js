// URLs that stand for blobs.
'use strict';

const { resolveObjectURL } = require('buffer');

function attempt(label, make) {
  try {
    console.log(label, '=>', make());
  } catch (error) {
    console.log(label, '!!', error.name, error.code, error.message);
  }
}

for (const value of [undefined, 1, '', {}]) attempt('create', () => URL.createObjectURL(value));
attempt('revoke', () => URL.revokeObjectURL());
attempt('revoke', () => URL.revokeObjectURL(1));
attempt('revoke', () => URL.revokeObjectURL(Symbol('s')));
for (const value of [undefined, 'no url', 'blob:nodedata:1:wrong', 'blob:nodedata:', {}, Symbol('s')]) {
  attempt('resolve', () => resolveObjectURL(value));
}

const blob = new Blob(['hello'], { type: 'text/plain' });
const url = URL.createObjectURL(blob);
console.log(/^blob:nodedata:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(url));
console.log(url !== URL.createObjectURL(blob));
console.log(resolveObjectURL(url), resolveObjectURL(url) === blob, resolveObjectURL(new URL(url)));
console.log(resolveObjectURL(`${url}#part`), resolveObjectURL(`${url}?query`), resolveObjectURL(url.toUpperCase()));
console.log(resolveObjectURL(URL.createObjectURL(new File(['a'], 'name'))));
resolveObjectURL(url).text().then((text) => {
  console.log(text);
  URL.revokeObjectURL(`${url}#part`);
  URL.revokeObjectURL(url);
  console.log(resolveObjectURL(url));
});
