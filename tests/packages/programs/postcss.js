const postcss = require('postcss');
const autoprefixer = require('autoprefixer');
const plugin = {
  postcssPlugin: 'p',
  Declaration(d) {
    if (d.prop === 'color' && d.value === 'red') d.value = 'blue';
  },
  AtRule: {
    media(rule) {
      rule.params += ' and (color)';
    },
  },
};
(async () => {
  const out = await postcss([autoprefixer({ overrideBrowserslist: ['chrome 30', 'ie 10'] }), plugin]).process(
    'a{display:flex;color:red;user-select:none}\n@media screen{b::placeholder{transition:all 1s}}',
    { from: 'a.css', to: 'b.css', map: { inline: false } },
  );
  console.log(out.css, out.map.toString().length > 50, out.warnings().length);
  await postcss([plugin])
    .process('a{', { from: 'x.css' })
    .then(
      () => 0,
      (error) => console.log(error.name, error.reason, error.line, error.message),
    );
  const root = postcss.parse('a{b:c}');
  root.first.append({ prop: 'd', value: 'e' });
  root.walkDecls((d) => console.log(d.prop, d.value));
  console.log(root.toString());
})();
