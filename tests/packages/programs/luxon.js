const { DateTime, Duration, Interval, Settings } = require('luxon');
Settings.defaultZone = 'utc';
const at = DateTime.fromISO('2024-02-29T13:45:06.789');
console.log(
  at.toISO(),
  at.setZone('Europe/Berlin').toFormat('yyyy LLL dd HH:mm ZZZZ'),
  at.setZone('America/New_York').offsetNameLong,
  at.plus({ months: 1, days: 2 }).toISODate(),
  at.diff(DateTime.fromISO('2023-01-01'), ['years', 'months', 'days']).toObject(),
);
console.log(
  at.toLocaleString(DateTime.DATETIME_MED),
  at.setLocale('fr').toLocaleString(DateTime.DATE_FULL),
  at.weekNumber,
  Duration.fromISO('PT36H').shiftTo('days', 'hours').toHuman(),
  Interval.fromDateTimes(at, at.plus({ days: 3 })).splitBy({ days: 1 }).length,
  DateTime.fromFormat('May 25 1982', 'LLLL dd yyyy').toMillis(),
  DateTime.fromISO('wrong').invalidReason,
  at.toRelative({ base: at.plus({ hours: 5 }) }),
  at.endOf('quarter').toISO(),
);
