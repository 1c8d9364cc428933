// A tick that asks for itself 20 times holds up every timeout, the equal one beside it too.
let count = 0;

function foo() {
  count++;
  if (count > 20) return;
  console.log('foo', count);
  setTimeout(() => console.log('timeout', count), 0);
  process.nextTick(foo);
}

setTimeout(foo, 2);
setTimeout(() => console.log('Other'), 2);

const bothAreDue = performance.now() + 10;
while (performance.now() < bothAreDue);
