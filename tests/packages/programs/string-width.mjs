import stringWidth from 'string-width';
import stripAnsi from 'strip-ansi';
import wrapAnsi from 'wrap-ansi';
import Table from 'cli-table3';
console.log(
  ['abc', '古', '👨‍👩‍👧', '\x1b[31mred\x1b[0m', 'é', '🇩🇪', '\u200b'].map((text) => stringWidth(text)),
  stripAnsi('\x1b[1mb\x1b[22m \x1b]8;;http://x\x07link\x1b]8;;\x07'),
  wrapAnsi('\x1b[32mlong words here to wrap\x1b[39m 古古古古', 10).split('\n'),
);
const table = new Table({ head: ['a', 'b'], style: { head: [], border: [] } });
table.push(['x', '古'], [{ colSpan: 2, content: 'wide\nlines' }]);
console.log(table.toString());
