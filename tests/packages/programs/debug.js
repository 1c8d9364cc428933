process.env.DEBUG = 'app:*,-app:quiet';
const debug = require('debug');
const lines = [];
debug.log = (...words) =>
  lines.push(
    words
      .join(' ')
      .replace(/\+\d+ms/, '+Nms')
      .replace(/^\S+Z/, 'TIME'),
  );
debug('app:one')('hello %s %d %o %j', 'x', 4, { a: [1] }, { b: 2 });
debug('app:quiet')('never');
debug('other')('never');
debug('app:two').extend('more')('extended');
debug.enable('other');
debug('other')(new Error('an error').message);
console.log(lines, debug.enabled('app:one'), debug.enabled('other'), debug.disable());
