// process.ref() and unref() take all that can be asked, and ignore the rest.
const timer = setInterval(() => console.log('never'), 50);
process.unref(timer);
console.log(timer.hasRef());
process.ref({ [Symbol.for('nodejs.ref')]() { console.log('symbol'); }, ref() { console.log('method'); } });
process.ref({ ref() { console.log('method'); } });
for (const value of [null, undefined, 1, {}]) console.log(process.ref(value), process.unref(value));
