// Immediates run in the order in which they were set.
for (let i = 1; i <= 5; i++) setImmediate(() => console.log(i));
