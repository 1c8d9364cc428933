// Timers run in order of due time, whatever the order in which they were set.
for (const ms of [90, 10, 50, 70, 30]) setTimeout(() => console.log(ms), ms);
