const pug = require('pug');
console.log(
  pug.render(
    'doctype html\nmixin item(text, n)\n  li(class={odd: n % 2})= text\nhtml\n  body#main.wide\n    each x, i in list\n      +item(x, i)\n    else\n      p none\n    if user\n      h1 Hello #{user.name}!\n    a(href="/x?a=1&b=2", data-x=[1, 2]) go\n    | text !{raw}\n    script.\n      let a = 1;',
    { list: ['<a>', 'b'], user: { name: 'Ann' }, raw: '<i>', pretty: true },
  ),
);
try {
  pug.render('div\n  p(', { filename: 'x.pug' });
} catch (error) {
  console.log(error.code, error.line, error.message);
}
console.log(pug.compileClient('p= x').includes('function template'));
