const nunjucks = require('nunjucks');
const fs = require('fs');
fs.writeFileSync('base.html', '<h1>{% block title %}base{% endblock %}</h1>{% include "part.html" %}');
fs.writeFileSync('part.html', '[{{ name | upper }}]');
fs.writeFileSync(
  'page.html',
  '{% extends "base.html" %}{% block title %}{{ super() }}+{{ list | join(", ") }}{% endblock %}',
);
const env = nunjucks.configure('.', { autoescape: true });
env.addFilter('twice', (text) => text + text);
env.addFilter('later', (text, done) => setTimeout(done, 5, null, `${text}!`), true);
console.log(
  env.render('page.html', { name: '<ann>', list: [1, 2] }),
  env.renderString(
    '{% for k, v in map %}{{ loop.index }}{{ k }}={{ v | twice | safe }};{% else %}none{% endfor %}{% set x = 5 %}{{ x if x > 3 else 0 }}{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ "%s" | replace("%s", "r") }}',
    { map: { a: '<1>', b: '2' } },
  ),
);
env.renderString('{{ "x" | later }}', {}, (error, text) => console.log(error, text));
try {
  env.renderString('{% if %}');
} catch (error) {
  console.log(error.name, error.message);
}
