// refresh() on a cleared timer does nothing.
const timer = setTimeout(() => console.log('never'), 1);
clearTimeout(timer);
timer.refresh();
setTimeout(() => console.log('end'), 20);
