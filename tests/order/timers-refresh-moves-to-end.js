// A refreshed timer goes behind the others of its duration.
const first = setTimeout(() => console.log('first, refreshed'), 30);
setTimeout(() => console.log('second'), 30);
const end = performance.now() + 5;
while (performance.now() < end);
first.refresh();
