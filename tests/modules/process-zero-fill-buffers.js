// --zero-fill-buffers: memory that nobody has asked to be cleared is cleared all the same.
const dirty = [];
for (let i = 0; i < 200; i++) dirty.push(Buffer.alloc(1000 + i * 50, 255), Buffer.allocUnsafe(100).fill(255));
dirty.length = 0;
let clean = true;
for (let i = 0; i < 200; i++) {
  for (const buffer of [Buffer.allocUnsafe(100), Buffer.allocUnsafeSlow(100), Buffer.allocUnsafe(1000 + i * 50)]) {
    clean &&= buffer.every((byte) => byte === 0);
    buffer.fill(255);
  }
}
console.log(clean);
