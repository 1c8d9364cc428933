const YAML = require('yaml');
const document = YAML.parseDocument('# head\na: 1 # one\nlist:\n  - x\n  - &n {b: 2}\n  - *n\n');
document.set('c', true);
document.get('list').add('new');
console.log(String(document), document.toJS(), YAML.parse('- 1\n- !!set {a, b}\n- 0o17\n', { version: '1.2' }));
console.log(YAML.stringify({ long: 'word '.repeat(30), m: new Map([[1, 2]]), s: new Set(['q']) }));
console.log(
  YAML.parseDocument('a: [\n').errors.map((e) => [e.code, e.linePos]),
  YAML.parseAllDocuments('1\n---\n2').length,
);
