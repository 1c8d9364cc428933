// Listeners that are added and removed while an event is dispatched.
const log=(t)=>console.log(t);
function run(name, set) { const t = new EventTarget(); log('# '+name); set(t); t.dispatchEvent(new Event('x')); log('- again'); t.dispatchEvent(new Event('x')); }
const L=(n,f)=>(e)=>{log(n); f?.(e);};
run('last adds', (t)=>{ let n=0; t.addEventListener('x', L('a',()=>{ if(n++<2) t.addEventListener('x', L('a'+n)); })); });
run('first of two adds', (t)=>{ let n=0; t.addEventListener('x', L('a',()=>{ if(n++<2) t.addEventListener('x', L('a'+n)); })); t.addEventListener('x', L('b')); });
run('added adds', (t)=>{ let n=0; t.addEventListener('x', L('a',()=>{ if(n++<1) t.addEventListener('x', L('c',()=>{ t.addEventListener('x', L('d')); })); })); t.addEventListener('x', L('b')); });
run('removes next', (t)=>{ const b=L('b'); t.addEventListener('x', L('a',()=>t.removeEventListener('x',b))); t.addEventListener('x', b); t.addEventListener('x', L('c')); });
run('removes next and adds it', (t)=>{ const b=L('b'); t.addEventListener('x', L('a',()=>{t.removeEventListener('x',b); t.addEventListener('x', b);})); t.addEventListener('x', b); t.addEventListener('x', L('c')); });
run('removes next two', (t)=>{ const b=L('b'), c=L('c'); t.addEventListener('x', L('a',()=>{t.removeEventListener('x',b); t.removeEventListener('x',c);})); t.addEventListener('x', b); t.addEventListener('x', c); t.addEventListener('x', L('d'));});
run('removes last, adds', (t)=>{ const b=L('b'); t.addEventListener('x', L('a',()=>{t.removeEventListener('x',b); t.addEventListener('x', L('n'));})); t.addEventListener('x', b); });
run('removes itself, adds', (t)=>{ const a=L('a',()=>{t.removeEventListener('x',a); t.addEventListener('x', L('n'));}); t.addEventListener('x', a); });
run('removes itself, adds, then b', (t)=>{ const a=L('a',()=>{t.removeEventListener('x',a); t.addEventListener('x', L('n'));}); t.addEventListener('x', a); t.addEventListener('x', L('b')); });
run('once adds', (t)=>{ t.addEventListener('x', L('a',()=>t.addEventListener('x', L('n'))), {once:true}); t.addEventListener('x', L('b')); });
run('b adds removed c', (t)=>{ const c=L('c'); t.addEventListener('x', L('a')); t.addEventListener('x', L('b',()=>{t.removeEventListener('x',c); t.addEventListener('x',L('e'))})); t.addEventListener('x', c); t.addEventListener('x', L('d')); });
run('nested', (t)=>{ let n=0; t.addEventListener('x', L('a',()=>{ if(n++<1){ t.addEventListener('x', L('n')); t.dispatchEvent(new Event('x')); } })); t.addEventListener('x', L('b')); });
run('remove before current', (t)=>{ const a=L('a'); t.addEventListener('x', a); t.addEventListener('x', L('b',()=>{t.removeEventListener('x',a); t.addEventListener('x', L('n'));})); t.addEventListener('x', L('c')); });
run('removes all, adds', (t)=>{ const b=L('b'); const a=L('a',()=>{t.removeEventListener('x',a); t.removeEventListener('x',b); t.addEventListener('x', L('n'));}); t.addEventListener('x', a); t.addEventListener('x', b); });
run('removes c when b is next, and b', (t)=>{ const b=L('b'),c=L('c'); t.addEventListener('x', L('a',()=>{t.removeEventListener('x',b);})); t.addEventListener('x', b); t.addEventListener('x', c);  t.addEventListener('x', L('d'));});
