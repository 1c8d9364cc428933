// A FinalizationRegistry or a WeakRef keeps nothing alive.
const registry = new FinalizationRegistry(() => {});
let object = {};
registry.register(object, 'x');
const ref = new WeakRef(object);
console.log(ref.deref() === object);
object = null;
process.on('exit', () => console.log('exit'));
