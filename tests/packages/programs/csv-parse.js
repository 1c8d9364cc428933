const { parse } = require('csv-parse');
const { parse: parseSync } = require('csv-parse/sync');
const { stringify } = require('csv-stringify/sync');
const { Readable } = require('stream');
console.log(parseSync('a,b\n1,"x, ""q"""\n2,\n', { columns: true, cast: true }));
console.log(
  stringify(
    [
      { a: 1, b: 'x,y' },
      { a: null, b: 'line\nbreak' },
    ],
    { header: true },
  ),
);
try {
  parseSync('a,b\n1', {});
} catch (error) {
  console.log(error.code, error.message);
}
(async () => {
  for await (const row of Readable.from(['id;na', 'me\n1;x\n', '# c\n2;y']).pipe(
    parse({ delimiter: ';', columns: true, comment: '#' }),
  ))
    console.log(row);
  parse('1,2\n3,4', (error, rows) => console.log(error, rows));
})();
