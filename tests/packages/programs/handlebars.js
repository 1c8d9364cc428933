const Handlebars = require('handlebars');
Handlebars.registerHelper('loud', (text) => new Handlebars.SafeString(`<b>${text.toUpperCase()}</b>`));
Handlebars.registerHelper('times', function (n, options) {
  let out = '';
  for (let i = 0; i < n; i++) out += options.fn({ i });
  return out;
});
Handlebars.registerPartial('row', '<li>{{name}}{{#if last}}!{{/if}}</li>');
console.log(
  Handlebars.compile(
    '{{#each people as |p i|}}{{> row name=p.name last=@last}}{{else}}none{{/each}} {{loud title}} {{{raw}}} {{raw}} {{#times 3}}{{i}},{{/times}}{{#with a.b}}{{c}}{{../title}}{{/with}}{{~#unless no}} y {{~/unless}}{{lookup map "k"}}',
  )({ people: [{ name: 'ann' }, { name: '<bob>' }], title: 'hi', raw: '<i>', a: { b: { c: 1 } }, map: { k: 'v' } }),
);
try {
  Handlebars.compile('{{#if x}}')({});
} catch (error) {
  console.log(error.message);
}
console.log(Handlebars.precompile('{{a}}').length > 50);
