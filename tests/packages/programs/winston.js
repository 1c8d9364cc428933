const winston = require('winston');
const { Writable } = require('stream');
const lines = [];
const stream = new Writable({
  write(chunk, encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
const logger = winston.createLogger({
  level: 'debug',
  defaultMeta: { service: 's' },
  format: winston.format.combine(
    winston.format.errors({ stack: false }),
    winston.format.splat(),
    winston.format.json(),
  ),
  transports: [
    new winston.transports.Stream({ stream }),
    new winston.transports.Console({ level: 'warn', format: winston.format.simple() }),
  ],
});
logger.info('hello %s', 'world', { extra: 1 });
logger.debug('low');
logger.silly('never');
logger.warn('careful', { a: [1] });
logger.child({ id: 7 }).error(Object.assign(new Error('broken'), { stack: 'STACK' }));
logger.on('finish', () => setImmediate(() => console.log(lines.join(''))));
logger.end();
