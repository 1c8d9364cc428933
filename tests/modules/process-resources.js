// What the process uses and may use: shapes and sane values.
const usage = process.resourceUsage();
console.log(Object.keys(usage).join(' '));
console.log(Object.values(usage).every((value) => Number.isInteger(value) && value >= 0));
console.log(usage.maxRSS > 1000, usage.minorPageFault > 0);

const end = Date.now() + 30;
while (Date.now() < end);
for (const measure of [process.cpuUsage, process.threadCpuUsage]) {
  const before = measure();
  const until = before.user + before.system + 5000;
  let now;
  do now = measure(); while (now.user + now.system < until);
  const difference = measure(before);
  console.log(measure.name, Object.keys(difference).join(), difference.user + difference.system >= 5000);
  try {
    measure({ user: -1, system: 0 });
  } catch (error) {
    console.log(error.code, error.message);
  }
}

console.log(process.availableMemory() > 0, process.constrainedMemory() >= 0);
console.log(process.getgroups().includes(process.getegid()));
