// Buffers that nobody keeps are collected in time, however large: 10 GB pass here.
let most = 0;
for (let i = 0; i < 10000; i++) {
  const made = Buffer.allocUnsafe(1e6);
  made[0] = 1;
  if (i % 50 === 0) most = Math.max(most, process.memoryUsage().external);
}
console.log(most < 1e9);
