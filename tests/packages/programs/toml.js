const toml = require('toml');
console.log(
  toml.parse(
    'title = "x"\n[owner]\ndob = 1979-05-27T07:32:00Z\n[[p]]\nname = \'a\'\nn = [1, 2]\n[[p]]\nf = 1.5\nm = """\nmulti\nline"""\n[a.b]\nc = true\n',
  ),
);
try {
  toml.parse('a = \nb');
} catch (error) {
  console.log(error.line, error.column, error.message);
}
