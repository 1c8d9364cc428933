// Many lists at once, set in mixed order, all due: by due time, then by order of setting.
const seen = [];
for (const ms of [200, 20, 140, 80, 260]) {
  for (let i = 0; i < 50; i++) setTimeout(() => seen.push(ms), ms);
}
setTimeout(() => {
  const runs = seen.filter((ms, i) => ms !== seen[i - 1]);
  console.log(seen.length, runs.join(' '));
}, 400);
const end = performance.now() + 300;
while (performance.now() < end);
