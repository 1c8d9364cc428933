// queueMicrotask and promise reactions share one queue, in the order of queueing.
queueMicrotask(() => console.log(1));
Promise.resolve().then(() => console.log(2));
queueMicrotask(() => {
  console.log(3);
  Promise.resolve().then(() => console.log(6));
  queueMicrotask(() => console.log(7));
});
Promise.resolve().then(() => console.log(4));
queueMicrotask(() => console.log(5));
