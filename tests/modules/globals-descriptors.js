// Globals that are made late are plain properties to a script, also before they are touched.
'use strict';
function show(name) {
  const found = Object.getOwnPropertyDescriptor(globalThis, name);
  const kind = found && ('value' in found ? typeof found.value : `${found.get?.name}, ${found.set?.name}`);
  console.log(name, kind, found?.writable, found?.enumerable, found?.configurable);
}
console.log(Object.getOwnPropertyNames(globalThis).includes('Headers'), Object.keys(globalThis).includes('fetch'),
  Object.keys(globalThis).includes('Headers'), Object.hasOwn(globalThis, 'FormData'), 'Blob' in globalThis);
for (const name of ['URL', 'fetch', 'structuredClone', 'TextDecoder', 'console', 'performance',
  'crypto', 'navigator', 'setTimeout', 'NotThere']) show(name);

// One that is assigned, defined or deleted before it was touched stays as the script left it.
globalThis.Request = 1;
Object.defineProperty(globalThis, 'Response', { value: 2 });
console.log(delete globalThis.FormData, delete globalThis.WebSocket);
console.log(Request, Response, typeof FormData, typeof WebSocket, 'FormData' in globalThis);
show('Request');
show('Response');

const before = performance;
performance = 3;
console.log(performance, typeof before.now);
show('performance');
const realProcess = process;
process = 4;
console.log(process);
process = realProcess;
Buffer = 5;
console.log(Buffer, typeof require('buffer').Buffer);

// What inherits from the global object sees them, too.
const child = { __proto__: globalThis };
console.log(typeof child.ReadableStream, Object.hasOwn(child, 'ReadableStream'));
let count = 0;
for (const name in globalThis) if (name === 'atob' || name === 'btoa' || name === 'Headers') count += 1;
console.log(count);
