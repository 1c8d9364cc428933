// domain: which domain is active where, and which one gets an error.
const domain = require('domain');
const EventEmitter = require('events');
const fs = require('fs');

const names = () => domain._stack.map(({ name }) => name).join() || 'none';
function make(name) {
  const made = domain.create();
  made.name = name;
  made.on('error', (error) => {
    const { domain: of, domainThrown, domainEmitter, domainBound } = Object(error);
    console.log(name, 'gets', error?.message ?? error, of?.name, domainThrown, typeof domainEmitter, typeof domainBound,
                'in', names());
  });
  return made;
}
const a = make('a');
const b = make('b');

console.log(process.domain, domain.active, names());
a.enter();
b.enter();
console.log(names(), process.domain === b, domain.active === b, new EventEmitter().domain === b);
domain.create().exit();
a.exit();
console.log(names(), new EventEmitter().domain);

console.log(a.run(function(one, two) { return [this === a, one, two]; }, 1, 2));
a.run(() => {
  b.run(() => {
    const show = (what) => () => console.log(what, names());
    process.nextTick(show('tick'));
    Promise.resolve().then(show('promise'));
    setTimeout(show('timer'), 60);
    fs.stat('.', show('file'));
  });
});

const emitter = new EventEmitter();
a.add(emitter);
emitter.on('event', () => console.log('event', names()));
emitter.emit('event');
emitter.emit('error', new Error('of an emitter'));
emitter.emit('error', 'a text');
b.add(emitter);
console.log(a.members.length, b.members.length, Object.keys(emitter).includes('domain'));
b.remove(emitter);
console.log(emitter.domain, b.members.length);

const intercepted = a.intercept((...args) => console.log('intercepted', args, names()));
intercepted(null, 1, 2);
intercepted(new Error('intercepted'));
const bound = b.bind((...args) => [args, names()]);
console.log(bound(1, 2), bound.domain === b);

const unheard = domain.create();
const failing = domain.create();
failing.on('error', (error) => {
  console.log('failing gets', error.message, names());
  throw new Error('from the handler');
});
const steps = [
  () => a.run(() => setTimeout(() => { throw new Error('in a timer'); }, 1)),
  () => a.run(() => unheard.run(() => { throw new Error('in an inner domain'); })),
  () => a.run(() => failing.run(() => { throw new Error('twice'); })),
  () => b.run(() => Promise.reject(new Error('rejected'))),
  () => b.run(() => process.nextTick(() => { throw 'no error'; })),
  () => a.run(() => unheard.run(() => setImmediate(() => { throw new Error('unheard'); }))),
];
process.on('uncaughtException', (error) => console.log('process gets', error.message));
function next() {
  const step = steps.shift();
  if (step === undefined) return;
  setTimeout(next, 20);
  step();
}
setTimeout(next, 120);
