const pino = require('pino');
const lines = [];
const logger = pino(
  { level: 'debug', base: null, timestamp: false, redact: ['secret', 'a.*.b'], serializers: { n: (n) => n * 2 } },
  { write: (line) => lines.push(line) },
);
logger.info('hello');
logger.debug({ n: 4, secret: 'x', a: [{ b: 1, c: 2 }] }, 'object %s %d', 'text', 5);
logger.trace('never');
logger.child({ module: 'm' }).warn('child');
logger.error(Object.assign(new Error('broken'), { stack: 'STACK', code: 'E' }));
logger.level = 'silent';
logger.fatal('never');
console.log(lines.join(''), pino.levels.values);
const sync = pino({ base: undefined, timestamp: false }, pino.destination({ dest: 1, sync: true }));
sync.info({ big: 12345678901234567890n.toString() }, 'to stdout');
