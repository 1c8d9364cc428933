const webpack = require('webpack');
const fs = require('fs');
fs.mkdirSync('src');
fs.writeFileSync(
  'src/index.js',
  'import { used } from "./lib";\nimport data from "./data.json";\nconsole.log(used(2), data.x, __VERSION__);\nimport("./late").then((m) => console.log(m.default));',
);
fs.writeFileSync('src/lib.js', 'export const used = (n) => n * 21;\nexport const unused = () => "dropped";');
fs.writeFileSync('src/data.json', '{"x": [1, 2]}');
fs.writeFileSync('src/late.js', 'module.exports = "late";');
webpack(
  {
    mode: 'production',
    context: process.cwd(),
    entry: './src/index.js',
    target: 'node',
    output: { path: `${process.cwd()}/dist`, filename: 'out.js', chunkFilename: '[id].js' },
    plugins: [new webpack.DefinePlugin({ __VERSION__: JSON.stringify('1.0') })],
    devtool: 'source-map',
    optimization: { minimize: false },
  },
  (error, stats) => {
    if (error) throw error;
    const json = stats.toJson();
    console.log(stats.hasErrors(), json.assets.map((a) => a.name).sort(), json.modules.length);
    require('./dist/out.js');
    webpack(
      {
        mode: 'development',
        context: process.cwd(),
        entry: './src/none.js',
        output: { path: `${process.cwd()}/dist2` },
      },
      (bad, failed) =>
        console.log(
          bad,
          failed.toJson().errors.map((e) => e.message.split('\n')[0]),
        ),
    );
  },
);
