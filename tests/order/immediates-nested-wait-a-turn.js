// An immediate set by an immediate waits for the next turn: the others of this turn run first.
setImmediate(() => {
  console.log('1');
  setImmediate(() => {
    console.log('1.1');
    setImmediate(() => console.log('1.1.1'));
  });
  setImmediate(() => console.log('1.2'));
});
setImmediate(() => {
  console.log('2');
  setImmediate(() => console.log('2.1'));
});
