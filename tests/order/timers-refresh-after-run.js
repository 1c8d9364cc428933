// refresh() on a timer that has run sets it again.
const timer = setTimeout(() => console.log('ran'), 1);
setTimeout(() => {
  console.log('refresh');
  timer.refresh();
}, 30);
