const { CronJob, CronTime, validateCronExpression } = require('cron');
const time = new CronTime('0 30 4 1,15 * 5', 'utc');
console.log(
  time.toString(),
  new CronTime('*/5 * * * *', 'Europe/Berlin').source,
  validateCronExpression('bad').valid,
  new CronTime('0 0 12 * * *', 'America/New_York')
    .getNextDateFrom(new Date(Date.UTC(2024, 2, 9, 18)), 'America/New_York')
    .toISO(),
);
let n = 0;
const job = CronJob.from({
  cronTime: '* * * * * *',
  start: true,
  onTick() {
    console.log('tick', ++n);
    if (n === 1) this.stop();
  },
  onComplete: () => console.log('complete'),
});
