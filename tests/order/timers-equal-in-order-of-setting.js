// Equal timers run in the order in which they were set.
for (let i = 1; i <= 6; i++) setTimeout(() => console.log(i), 10);
