// Known schemes count as such only in lower case; odd references are resolved as in Node.
const url = require('url');
process.noDeprecation = true;

for (const text of ['HTTP:/path', 'http:/path', 'JavaScript:alert(1)', 'mailto:a@b', '//u@h/p', ' /a\\b?c\\d ', 'x:[::1]y']) {
  console.log(text, JSON.stringify(url.parse(text)));
}
for (const [base, reference] of [
  ['mailto:a@b.c', '?x'], ['mailto:a@b.c/d', '../e'], ['http://h/a/b', '../../../c'], ['ws://h', 'http:a//b'],
  ['/one/two', '..'], ['one', '../../two/.'], ['http://u@h/x', '//other'], ['x:a/b', 'x:c@d/e'], ['file:///a', 'http:///b//c'],
]) {
  console.log(base, reference, url.resolve(base, reference));
}
