const ejs = require('ejs');
const fs = require('fs');
console.log(
  ejs.render('<% for (const x of list) { -%>\n<li><%= x %></li>\n<% } -%>\n<%- raw %><%# comment %> <%%', {
    list: ['<a>', 2],
    raw: '<b>',
  }),
);
console.log(ejs.render('<?= a ?>', { a: 1 }, { delimiter: '?' }));
fs.writeFileSync('part.ejs', 'part <%= n %>');
fs.writeFileSync('page.ejs', '[<%- include("part", { n: 4 }) %>]');
ejs.renderFile('page.ejs', {}, (error, html) => console.log(error, html));
(async () => console.log(await ejs.render('<%= await x %>', { x: Promise.resolve('later') }, { async: true })))();
try {
  ejs.render('line one\n<%= missing %>', {});
} catch (error) {
  console.log(error.name, error.message.split('\n').slice(0, 4).join('|'));
}
