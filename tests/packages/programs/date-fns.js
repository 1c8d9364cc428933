const d = require('date-fns');
const at = new Date(Date.UTC(2024, 1, 29, 13, 45, 6));
console.log(
  d.format(at, "EEEE, do MMMM yyyy 'at' HH:mm:ss xxx"),
  d.addMonths(at, 12),
  d.differenceInBusinessDays(new Date(2024, 3, 1), at),
  d.formatDistance(at, new Date(2024, 5, 1), { addSuffix: true }),
  d.parse('29.02.2024', 'dd.MM.yyyy', new Date(0)),
  d.isValid(new Date('x')),
  d.eachDayOfInterval({ start: at, end: d.addDays(at, 2) }).length,
  d.startOfISOWeek(at),
  d.intervalToDuration({ start: new Date(0), end: at }),
  d.formatISO(at),
);
const { de } = require('date-fns/locale');
console.log(
  d.format(at, 'PPPP', { locale: de }),
  d.formatRelative(d.subDays(at, 3), at, { locale: de }),
  Object.keys(d).length > 200,
);
