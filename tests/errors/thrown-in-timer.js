// From a timer: no frames of the script but the callback's.
setTimeout(function onTimer() {
  throw new Error('late');
}, 1);
