const { minify } = require('terser');
(async () => {
  const out = await minify(
    {
      'a.js':
        'function add(first, second) { /* c */ if (false) { never(); } const unused = 1; return first + second; }\nexport class K { #private = 1; get value() { return this.#private ?? add(1, 2); } }\nconsole.log(add(1, 2), `t${"x"}`);',
    },
    {
      module: true,
      sourceMap: { filename: 'o.js' },
      mangle: { toplevel: true },
      compress: { passes: 2, drop_console: false },
    },
  );
  console.log(out.code, JSON.parse(out.map).mappings);
  await minify('let 1').catch((error) => console.log(error.name, error.message, error.line, error.col));
  console.log((await minify('var a={b:1,c:[1,2,3]};a.b', { format: { beautify: true } })).code);
})();
