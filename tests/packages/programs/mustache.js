const Mustache = require('mustache');
console.log(
  Mustache.render(
    '{{#people}}{{name}}{{^last}}, {{/last}}{{/people}} {{{raw}}} {{&raw}} {{raw}} {{! no }}{{>part}}{{#fn}}x{{/fn}} {{a.b.c}}{{=<% %>=}}<% raw %>',
    {
      people: [{ name: 'ann' }, { name: 'bob', last: true }],
      raw: '<b>',
      fn: () => (text, render) => render(`${text}{{raw}}`),
      a: { b: { c: 5 } },
    },
    { part: '[{{raw}}]' },
  ),
);
console.log(Mustache.parse('{{a}} b'));
try {
  Mustache.render('{{#a}}', {});
} catch (error) {
  console.log(error.message);
}
