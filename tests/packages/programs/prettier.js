const prettier = require('prettier');
(async () => {
  for (const [parser, text] of [
    [
      'babel',
      'const a={b:1,c:[1,2]};function f(x,y=2){return x?y:await_(`t${x}`)}\nexport default class extends A{#p=1;static async*g(){}}',
    ],
    ['typescript', 'interface A<T>{x?:T;readonly y:string|number}\nenum E{A=1}\nlet f=<T,>(a:T):a is string=>true'],
    ['css', 'a{color:red;b:c}@media (x){d>e{f:g!important}}'],
    ['json', '{"a":[1,2,{"b":null}]}'],
    ['markdown', '# T\n* a\n* b\n\n```js\nlet  x=1\n```\n'],
    ['yaml', 'a:   1\nb:\n    - x\n'],
    ['html', '<div><p>hi</p><script>let a=1</script></div>'],
    ['graphql', 'query{a(x:1){b}}'],
  ])
    console.log(await prettier.format(text, { parser, singleQuote: true, printWidth: 60 }));
  await prettier.format('let a = ;', { parser: 'babel' }).catch((error) => console.log(error.name, error.message));
  console.log(
    await prettier.check('a;\n', { parser: 'babel' }),
    (await prettier.getFileInfo('x.ts')).inferredParser,
    prettier.version,
  );
})();
