// A timer that is refreshed by a microtask of the one before it runs all the same, and at its old place.
setTimeout(() => Promise.resolve().then(() => second.refresh()), 5);
const second = setTimeout(() => console.log('second'), 5);
setTimeout(() => console.log('third'), 5);
const start = Date.now();
while (Date.now() - start < 50);
