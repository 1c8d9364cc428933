// A timer that clears itself in its callback does no harm.
const timer = setTimeout(() => {
  clearTimeout(timer);
  clearTimeout(timer);
  console.log('ran');
}, 1);
