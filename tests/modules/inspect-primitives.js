// util.inspect of primitives.
const { inspect } = require('util');
const values = [undefined, null, true, 0, -0, 1.5, 1e21, NaN, -Infinity, 10n, Symbol('s'), Symbol()];
const texts = ['text', "it's", 'both \' and "', 'all \' " `', '\n\t\\\x00', 'é 漢 😀', '\ud800'];
for (const value of [...values, ...texts]) console.log(inspect(value));
