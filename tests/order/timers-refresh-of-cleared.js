// refresh() does not set a timer again that was cleared, in whatever way.
function show(name, timer) {
  console.log(name, timer._destroyed, timer._idleTimeout, Boolean(timer._onTimeout), timer.hasRef());
}
const never = () => console.log('never');
const cleared = setTimeout(never, 1);
clearTimeout(cleared);
const closed = setTimeout(never, 1).close();
const disposed = setInterval(never, 1);
disposed[Symbol.dispose]();
const byNumber = setTimeout(never, 1);
clearTimeout(+byNumber);
for (const [name, timer] of Object.entries({ cleared, closed, disposed, byNumber })) {
  timer.refresh();
  show(name, timer);
}
const inside = setTimeout(() => {
  clearTimeout(inside);
  inside.refresh();
  show('inside', inside);
}, 1);
const interval = setInterval(() => {
  clearInterval(interval);
  interval.refresh();
  show('interval', interval);
}, 60);
const fired = setTimeout(() => console.log('fired'), 120);
setTimeout(() => {
  clearTimeout(fired);
  fired.refresh();
  console.log('refreshed', fired._destroyed, fired._onTimeout);
}, 200);
