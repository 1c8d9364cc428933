// Each frame is `    at function (file:line:column)` or `    at file:line:column`.
function named() {
  return new Error('formatted').stack;
}
const lines = named().split('\n');
console.log(lines[0]);
console.log(lines[1].replace(__dirname, '[DIR]').replace(/:\d+\)$/, ':C)'));
console.log(lines.slice(1).every((line) => /^ {4}at (.+ \(.+\)|[^ ]+)$/.test(line)));
