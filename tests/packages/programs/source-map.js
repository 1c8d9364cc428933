const { SourceMapGenerator, SourceMapConsumer, SourceNode } = require('source-map');
const MagicString = require('magic-string').default ?? require('magic-string');
(async () => {
  const generator = new SourceMapGenerator({ file: 'o.js' });
  generator.addMapping({
    generated: { line: 1, column: 5 },
    source: 'a.js',
    original: { line: 2, column: 3 },
    name: 'n',
  });
  generator.setSourceContent('a.js', 'x\ny');
  const json = generator.toString();
  console.log(json);
  await SourceMapConsumer.with(json, null, (consumer) => {
    console.log(
      consumer.originalPositionFor({ line: 1, column: 7 }),
      consumer.generatedPositionFor({ source: 'a.js', line: 2, column: 3 }),
    );
    consumer.eachMapping((m) => console.log(m.generatedColumn, m.source));
  });
  console.log(
    new SourceNode(1, 0, 'b.js', ['a', new SourceNode(1, 2, 'b.js', 'b')])
      .toStringWithSourceMap({ file: 'z' })
      .map.toString(),
  );
  const s = new MagicString('const a = 1;');
  s.overwrite(6, 7, 'b').prepend('// top\n').append(' end').remove(10, 11);
  console.log(s.toString(), s.generateMap({ source: 'x.js', hires: true }).mappings);
})();
