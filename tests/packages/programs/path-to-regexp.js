const { match, compile, parse, pathToRegexp, stringify } = require('path-to-regexp');
console.log(
  match('/user/:id{/:action}')('/user/a%20b/edit'),
  match('/files/*path')('/files/x/y.txt'),
  match('/x')('/y'),
  compile('/a/:b/*c')({ b: 'q w', c: ['1', '2'] }),
  JSON.stringify(parse('/a{-:b}c')),
  pathToRegexp('/:foo/:bar').regexp,
);
try {
  parse('/:');
} catch (error) {
  console.log(error.name, error.message);
}
try {
  compile('/:a')({});
} catch (error) {
  console.log(error.message);
}
