const md = require('markdown-it')({
  html: true,
  linkify: true,
  typographer: true,
  highlight: (code, language) => `<${language}>`,
});
console.log(
  md.render(
    '# A "quoted" -- title...\n\n1. x\n2. y\n\n```js\ncode\n```\n\nsee example.org (c) <b>raw</b>\n\n![alt](a.png)\n\n| a |\n|---|\n| 1 |\n',
  ),
);
md.core.ruler.push('count', (state) => {
  state.env.count = state.tokens.length;
});
const env = {};
md.parse('a\n\nb', env);
console.log(env, md.renderInline('*x*'));
