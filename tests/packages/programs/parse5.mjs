import { parse, parseFragment, serialize } from 'parse5';
import { Parser, parseDocument, DomUtils } from 'htmlparser2';
import he from 'he';
import sanitize from 'sanitize-html';
console.log(
  serialize(parse('<p>one<p>two<table><b>x<tr><td>y</table><svg><path/></svg>&notit; &amp')),
  serialize(parseFragment('<div a=1 A=2><br></div><script>a<b</script>')),
);
const seen = [];
const parser = new Parser({
  onopentag: (name, attributes) => seen.push([name, attributes]),
  ontext: (text) => seen.push(text),
  onclosetag: (name) => seen.push(`/${name}`),
});
parser.write('<a href="x&amp;y">t<im');
parser.end('g src=q>');
console.log(seen, DomUtils.textContent(parseDocument('<ul><li>1<li>2</ul>')));
console.log(he.encode('<é𝌆>', { useNamedReferences: true }), he.decode('&lt;&eacute;&#x1D306;&ampx'));
console.log(
  sanitize('<p onclick="x()">ok<script>bad()</script><a href="javascript:1">l</a><b>b</b><img src=x onerror=y></p>', {
    allowedTags: ['p', 'a', 'b'],
  }),
);
