// A function that awaits another: its second half is queued before a reaction that is asked for later.
async function callee() {
  console.log('callee runs at once');
}

async function caller() {
  console.log('caller begins');
  await callee();
  console.log('caller goes on');
}

setTimeout(() => console.log('timer'), 0);
caller();
Promise.resolve().then(() => console.log('reaction asked for after the await'));
console.log('script ends');
