import { rollup } from '@rollup/wasm-node';
const files = {
  main: 'import { a, unused } from "lib"; import * as ns from "lib"; export default a + ns.b; export const late = () => import("late");',
  lib: 'export const a = 1; export const b = 2; export function unused() { sideEffect(); }',
  late: 'export default class {}',
};
const bundle = await rollup({
  input: 'main',
  plugins: [
    {
      name: 'memory',
      resolveId: (id) => id,
      load: (id) => files[id],
      transform: (code, id) => ({ code: code.replace('= 2', '= 3'), map: null }),
    },
  ],
});
for (const format of ['es', 'cjs', 'umd']) {
  try {
    const { output } = await bundle.generate({
      format,
      name: 'lib',
      inlineDynamicImports: format === 'umd',
      exports: 'named',
    });
    for (const part of output)
      console.log(
        '//',
        format,
        part.fileName.replace(/-.*\./, '-HASH.'),
        '\n' + part.code.replace(/late-[\w-]+\.js/, 'late.js'),
      );
  } catch (error) {
    console.log(error.message);
  }
}
await rollup({ input: 'x', plugins: [{ resolveId: (id) => id, load: () => 'import {' }] }).catch((error) =>
  console.log(error.code, error.message.split('\n')[0]),
);
