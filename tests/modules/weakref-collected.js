// What only a WeakRef, a timer of AbortSignal.timeout() or AbortSignal.any() knows is collected; a signal
// that somebody listens to is not.
const controller = new AbortController();
const references = {
  object: new WeakRef({}),
  timed: new WeakRef(AbortSignal.timeout(1_000_000)),
  follower: new WeakRef(AbortSignal.any([controller.signal])),
};
const listened = new WeakRef(AbortSignal.any([controller.signal]));
const listener = () => {};
listened.deref().addEventListener('abort', listener);
console.log(Object.values(references).every((reference) => reference.deref() !== undefined));

setTimeout(() => {
  gc();
  for (const name of Object.keys(references)) console.log(name, references[name].deref() === undefined);
  console.log('listened to', listened.deref() !== undefined);
  listened.deref().removeEventListener('abort', listener);
  setTimeout(() => {
    gc();
    console.log('listened to no more', listened.deref() === undefined);
    controller.abort();
  }, 10);
}, 10);
