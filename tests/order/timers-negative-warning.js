// A negative delay and NaN are warned about, once each.
process.on('warning', (warning) => console.log(`${warning.name}: ${warning.message}`));
setTimeout(() => {}, -1);
setTimeout(() => {}, -7);
setTimeout(() => {}, NaN);
