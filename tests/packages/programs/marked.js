const { marked, Marked } = require('marked');
const text =
  '# Title\n\nSome *text* with `code`, **bold** and [a link](http://x.org "t").\n\n- one\n- two\n  1. deep\n\n> quote\n\n```js\nlet a = 1 < 2;\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n<div>html</div>\n\n- [x] done\n\nhttps://auto.link ~~gone~~ &amp; "q"\n';
console.log(marked.parse(text));
console.log(
  JSON.stringify(marked.lexer('a **b**')),
  new Marked({ renderer: { heading: ({ depth, text: t }) => `H${depth}:${t}` } }).parse('## x'),
);
(async () =>
  console.log(
    await new Marked({
      async: true,
      walkTokens: async (token) => {
        if (token.type === 'text') token.text += '!';
      },
    }).parseInline('hey'),
  ))();
