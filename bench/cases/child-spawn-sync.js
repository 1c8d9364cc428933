// Starts /bin/true 500 times with spawnSync().
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const { spawnSync } = load('child_process');

const began = performance.now();
for (let i = 0; i < 500; i += 1) {
  const { status } = spawnSync('/bin/true');
  if (status !== 0) throw new Error(`status ${status}`);
}
console.log(performance.now() - began);
