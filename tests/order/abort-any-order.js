// Signals made by AbortSignal.any() are told in the order they were made, after the signal they follow,
// whoever listened first. All are aborted before the first listener runs.
const controller = new AbortController();
const first = AbortSignal.any([controller.signal]);
const second = AbortSignal.any([controller.signal]);
const ofFirst = AbortSignal.any([first]);
const ofBoth = AbortSignal.any([second, first]);
ofBoth.addEventListener('abort', () => console.log('of both', ofFirst.aborted));
ofFirst.onabort = () => console.log('of first');
controller.signal.addEventListener('abort', () => {
  console.log('source', first.aborted, ofBoth.aborted, ofBoth.reason);
  first.addEventListener('abort', () => console.log('first, added meanwhile'));
});
second.addEventListener('abort', () => console.log('second'));
first.addEventListener('abort', () => console.log('first'));
controller.abort('reason');
console.log('aborted');

// The reason is that of the source that was aborted first, also from within its listeners.
const a = new AbortController();
const b = new AbortController();
const both = AbortSignal.any([a.signal, b.signal]);
const ofB = AbortSignal.any([b.signal]);
ofB.addEventListener('abort', () => console.log('of b', ofB.reason));
both.addEventListener('abort', () => {
  a.abort('a');
  console.log('both', both.reason, ofB.reason);
});
b.abort('b');

// A listener that is removed and added again does not change the order.
const c = new AbortController();
const early = AbortSignal.any([c.signal]);
const late = AbortSignal.any([c.signal]);
const listener = () => console.log('early');
early.addEventListener('abort', listener);
late.addEventListener('abort', () => console.log('late'));
early.removeEventListener('abort', listener);
early.addEventListener('abort', listener);
c.abort();
console.log(AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason, AbortSignal.any([]).aborted);
