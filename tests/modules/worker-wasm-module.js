// Modules of WebAssembly are cloned, and go to other threads.
'use strict';
const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');

// (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add))
const bytes = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0,
  32, 0, 32, 1, 106, 11,
]);
const module_ = new WebAssembly.Module(bytes);

const copy = structuredClone({ module_, again: module_ });
console.log(copy.module_ instanceof WebAssembly.Module, copy.module_ === module_, copy.module_ === copy.again);
console.log(new WebAssembly.Instance(copy.module_).exports.add(1, 2));

const { port1, port2 } = new MessageChannel();
port1.postMessage(module_);
console.log(receiveMessageOnPort(port2).message instanceof WebAssembly.Module);
port1.close();

try {
  structuredClone(new WebAssembly.Instance(module_));
} catch (error) {
  console.log(error.name, error.message);
}

const worker = new Worker(`
  const { parentPort, workerData } = require('worker_threads');
  const add = (module_, a, b) => new WebAssembly.Instance(module_).exports.add(a, b);
  console.log('at its start', add(workerData.module_, 3, 4));
  parentPort.once('message', (module_) => {
    console.log('by a message', add(module_, 5, 6));
    parentPort.postMessage(module_);
  });
`, { eval: true, workerData: { module_ } });
worker.on('message', (module_) => {
  console.log('back', new WebAssembly.Instance(module_).exports.add(7, 8));
});
worker.on('exit', (code) => console.log('exit', code));
worker.postMessage(module_);
