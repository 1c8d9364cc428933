// An async generator runs up to its yield in the call of next(), and answers calls in order.
async function* numbers() {
  console.log('begins');
  yield 1;
  console.log('goes on');
  yield 2;
  console.log('ends');
}
const iterator = numbers();
console.log('made');
iterator.next().then(({ value, done }) => console.log('first', value, done));
iterator.next().then(({ value, done }) => console.log('second', value, done));
iterator.next().then(({ value, done }) => console.log('third', value, done));
console.log('script');
queueMicrotask(() => console.log('microtask'));
