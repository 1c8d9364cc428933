const ms = require('ms');
console.log(ms('2 days'), ms('1.5h'), ms('-3 min'), ms(60000), ms(2 * 86400000, { long: true }), ms('nope'));
try {
  ms({});
} catch (error) {
  console.log(error.message);
}
