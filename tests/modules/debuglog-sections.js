// Which sections NODE_DEBUG names: a list, with stars, in any case of letters.
const { debuglog } = require('util');

for (const name of ['foo', 'FOO', 'foobar', 'a.b', 'axb', 'one-two-three', 'one-three', '(x)', 'x', '']) {
  console.log(name, debuglog(name).enabled);
}
