const moment = require('moment');
const at = moment.utc('2024-02-29T13:45:06.789Z');
console.log(
  at.format(),
  at.format('dddd, MMMM Do YYYY, h:mm:ss a [x] Q DDDo'),
  at.clone().add(1, 'year').format('L'),
  at.clone().startOf('week').toISOString(),
  at.diff(moment.utc('2020-01-01'), 'months', true),
);
console.log(
  moment.utc('25/12/1995', 'DD/MM/YYYY', true).isValid(),
  moment('nope', 'YYYY', true).isValid(),
  moment.duration(3661, 'seconds').humanize(),
  moment.duration('P1Y2M3DT4H5M6S').toISOString(),
  moment.utc(0).from(moment.utc(86400000 * 40)),
  at.isLeapYear(),
  at.isoWeek(),
);
moment.locale('en');
console.log(
  moment.months().slice(0, 2),
  moment.parseZone('2013-01-01T00:00:00-13:00').utcOffset(),
  at.calendar(moment.utc('2024-03-01')),
  JSON.stringify({ at }),
);
