// From a microtask.
queueMicrotask(function onMicrotask() {
  throw new Error('in between');
});
