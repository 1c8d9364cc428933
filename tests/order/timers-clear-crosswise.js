// clearTimeout stops an interval and clearInterval a timeout.
clearInterval(setTimeout(() => console.log('timeout: never'), 5));
clearTimeout(setInterval(() => console.log('interval: never'), 5));
setTimeout(() => console.log('end'), 30);
