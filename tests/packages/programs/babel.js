const babel = require('@babel/core');
const code =
  'class A { #p = 1; static async *g() { for await (const x of y) yield x?.z ?? this.#p ** 2; } }\nconst { a, ...rest } = { ...b };\nexport default (x = 1, ...y) => `${x}`;';
console.log(
  babel.transformSync(code, {
    presets: [['@babel/preset-env', { targets: { ie: 11 }, modules: 'cjs' }]],
    babelrc: false,
    configFile: false,
    compact: false,
  }).code,
);
const plugin = ({ types: t }) => ({
  visitor: {
    Identifier(path) {
      if (path.node.name === 'old') path.replaceWith(t.identifier('fresh'));
    },
    BinaryExpression(path) {
      const value = path.evaluate();
      if (value.confident) path.replaceWith(t.valueToNode(value.value));
    },
  },
});
const result = babel.transformSync('let old = 1 + 2 * 3; old++;', {
  plugins: [plugin],
  sourceMaps: true,
  babelrc: false,
  configFile: false,
  filename: 'x.js',
});
console.log(result.code, result.map.mappings);
try {
  babel.parseSync('let a = ;', { babelrc: false, configFile: false });
} catch (error) {
  console.log(error.code, error.reasonCode, error.loc, error.message);
}
