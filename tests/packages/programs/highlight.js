const hljs = require('highlight.js');
console.log(
  hljs.highlight('const a = async () => `t${1}`; // c', { language: 'javascript' }).value,
  hljs.highlightAuto('def f(x):\n    return "s" % x').language,
  hljs.highlight('<a href="x">y</a>', { language: 'xml' }).value,
  hljs.listLanguages().length > 150,
  hljs.highlight('SELECT * FROM t WHERE a = 1', { language: 'sql' }).value,
);
