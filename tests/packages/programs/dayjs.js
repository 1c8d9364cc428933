const dayjs = require('dayjs');
for (const plugin of [
  'utc',
  'timezone',
  'relativeTime',
  'customParseFormat',
  'duration',
  'weekOfYear',
  'advancedFormat',
])
  dayjs.extend(require(`dayjs/plugin/${plugin}`));
const at = dayjs.utc('2024-02-29T13:45:06.789Z');
console.log(
  at.format('YYYY-MM-DD HH:mm:ss.SSS Z Do wo'),
  at.add(1, 'month').toISOString(),
  at.tz('America/New_York').format(),
  at.tz('Asia/Kolkata').format('HH:mm z'),
  at.from(dayjs.utc('2024-03-10')),
  dayjs('12-25-1995', 'MM-DD-YYYY').format('YYYY/MM/DD'),
  dayjs.duration(90, 'minutes').format('HH:mm'),
  at.week(),
  at.isBefore('2025-01-01'),
  at.diff('2023-01-01', 'week'),
);
