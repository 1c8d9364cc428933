const bcrypt = require('bcryptjs');
const hash = bcrypt.hashSync('pass wörd', '$2b$04$abcdefghijklmnopqrstuu');
console.log(
  hash,
  bcrypt.compareSync('pass wörd', hash),
  bcrypt.compareSync('other', hash),
  bcrypt.getRounds(hash),
  bcrypt.genSaltSync(5).length,
);
(async () => {
  const made = await bcrypt.hash('x', 4);
  console.log(made.length, await bcrypt.compare('x', made));
})();
