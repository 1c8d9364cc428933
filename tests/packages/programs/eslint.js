const { ESLint, Linter } = require('eslint');
const linter = new Linter();
console.log(
  linter
    .verify('var a = 1;;\nif (a == 2) { debugger }\nfoo()', [
      {
        languageOptions: { ecmaVersion: 2022, sourceType: 'script' },
        rules: {
          'no-var': 2,
          eqeqeq: 2,
          'no-debugger': 1,
          'no-undef': 2,
          'no-extra-boolean-cast': 2,
          'no-unused-vars': 1,
        },
      },
    ])
    .map((m) => [m.ruleId, m.line, m.column, m.severity, m.message]),
);
console.log(
  linter.verifyAndFix('var a = !!!b; let c = { "x": a }', [
    { rules: { 'no-var': 2, 'prefer-const': 2, 'no-extra-boolean-cast': 2, 'object-shorthand': 2 } },
  ]).output,
  linter.verify('let = 1 +', [{}])[0].message,
);
(async () => {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        rules: { semi: 2, 'my/rule': 2 },
        plugins: {
          my: {
            rules: {
              rule: {
                create: (context) => ({
                  Identifier(node) {
                    if (node.name === 'bad')
                      context.report({ node, message: 'not {{name}}', data: { name: node.name } });
                  },
                }),
              },
            },
          },
        },
      },
    ],
  });
  const results = await eslint.lintText('const bad = 1', { filePath: 'x.js' });
  console.log(
    (await eslint.loadFormatter('stylish'))
      .format(results)
      .replace(/\x1b\[\d+m/g, '')
      .replace(process.cwd(), 'DIR'),
  );
})();
