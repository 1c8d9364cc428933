// return() on an async generator runs its finally.
async function* numbers() {
  try {
    yield 1;
    yield 2;
  } finally {
    console.log('finally');
  }
}
(async () => {
  for await (const n of numbers()) {
    console.log(n);
    break;
  }
  console.log('after the loop');
})();
process.nextTick(() => console.log('tick'));
