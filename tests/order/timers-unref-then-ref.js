// ref() takes unref() back; calls do not add up.
const timer = setTimeout(() => console.log('ran'), 5);
timer.unref();
timer.unref();
console.log(timer.hasRef());
console.log(timer.ref() === timer, timer.hasRef());
