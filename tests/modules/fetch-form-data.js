// FormData: its entries, and what it refuses.
'use strict';

const t = (f) => { try { const r = f(); console.log(r); } catch (e) { console.log(e.name, e.code, e.message); } };
const f = new FormData(); f.append('a', '1'); f.append('a', 2); f.append('b', new Blob(['xyz'], {type:'text/plain'})); f.append('c', new Blob(['q']), 'name.txt'); f.append('d', new File(['z'],'orig.bin',{type:'x/y'})); f.append('e', new File(['z'],'orig.bin',{type:'x/y', lastModified: 5}), 'other');
console.log([...f].map(([k,v])=>[k, typeof v === 'string' ? v : [v.constructor.name, v.name, v.type, v.size]]), f.get('a'), f.getAll('a'), f.has('x'), f.get('x'), f.get('e').lastModified);
console.log(Object.getOwnPropertyNames(FormData.prototype), FormData.length, Object.prototype.toString.call(f), f.entries(), Object.prototype.toString.call(f.keys()));
f.set('a', 'n'); f.delete('b'); console.log([...f.keys()]);
t(()=>new FormData(1)); t(()=>new FormData(null)); t(()=>f.append('a')); t(()=>f.append('a', 'b', 'c')); t(()=>f.get()); t(()=>f.set('a','b','c')); t(()=>f.forEach()); t(()=>FormData.prototype.get.call({},'a')); t(()=>f.append('z\ud800', '\r\n')); console.log(JSON.stringify([...f].at(-1)));t(()=>new FormData({}));
