// The globals that scripts about the loop use.
const names = [
  'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate',
  'queueMicrotask', 'structuredClone', 'console', 'process', 'Buffer', 'URL', 'URLSearchParams',
  'TextEncoder', 'TextDecoder', 'performance', 'global', 'globalThis',
];
for (const name of names) console.log(name, typeof globalThis[name]);
