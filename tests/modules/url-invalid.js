// The error of the constructor is a plain TypeError with properties; that of the setter shows its code.
const url = require('url');

const wrong = [
  () => new URL('/'),
  () => new URL('/', 'base'),
  () => new URL('/', ''),
  () => new URL('http://a b'),
  () => url.fileURLToPath('no url'),
  () => { new URL('http://a').href = 'x'; },
];
for (const call of wrong) {
  try {
    call();
  } catch (error) {
    console.log(`${error}`, error.stack.split('\n')[0], { ...error }, error.constructor === TypeError);
  }
}
