const { cosmiconfig, cosmiconfigSync } = require('cosmiconfig');
const fs = require('fs');
fs.mkdirSync('p/sub', { recursive: true });
fs.writeFileSync('p/package.json', '{"name": "p"}');
fs.writeFileSync('p/.toolrc.yaml', 'a: 1\nb: [x]');
fs.writeFileSync('p/tool.config.js', 'module.exports = { js: true };');
fs.writeFileSync('p/other.config.mjs', 'export default { esm: true };');
(async () => {
  const found = await cosmiconfig('tool', { stopDir: process.cwd(), searchStrategy: 'global' }).search(
    `${process.cwd()}/p/sub`,
  );
  console.log(found.config, found.filepath.endsWith('.toolrc.yaml'));
  console.log(
    (await cosmiconfig('other').load('p/other.config.mjs')).config,
    cosmiconfigSync('tool').load('p/tool.config.js').config,
    await cosmiconfig('none', { stopDir: process.cwd() }).search('p'),
  );
  fs.writeFileSync('p/bad.json', '{');
  await cosmiconfig('x')
    .load('p/bad.json')
    .catch((error) => console.log(error.name));
})();
