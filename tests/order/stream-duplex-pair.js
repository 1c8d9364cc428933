// stream.duplexPair(): when writes on one side are over, and how the sides end.
'use strict';

const { duplexPair } = require('stream');

const turn = () => new Promise(setImmediate);

const happenings = {
  'two writes': (a) => write(a, 'xy', 'z'),
  'an empty write': (a) => write(a, '', 'z'),
  'a write and an end': (a) => write(a, 'x').end(),
  'both end': (a, b) => [write(a, 'x').end(), write(b, 'y').end()],
  'destroyed': (a) => write(a, 'x').destroy(),
  'failed': (a) => write(a, 'x').destroy(new Error('given up')),
  'the other is destroyed': (a, b) => [write(a, 'x'), b.destroy()],
  'corked': (a) => {
    a.cork();
    write(a, 'x', 'y').end('z');
    a.uncork();
  },
};

let events;

function write(side, ...chunks) {
  for (const chunk of chunks) side.write(chunk, (error) => events.push(`written ${chunk} ${error?.code}`));
  return side;
}

async function observe(name, isRead) {
  events = [];
  const sides = duplexPair({ highWaterMark: 2, encoding: 'utf8' });
  ['a', 'b'].forEach((side, place) => {
    const stream = sides[place];
    for (const event of ['end', 'finish', 'close']) stream.on(event, () => events.push(`${side}.${event}`));
    stream.on('error', (error) => events.push(`${side}.error ${error.code ?? error.message}`));
    if (isRead) stream.on('data', (chunk) => events.push(`${side} got ${chunk}`));
  });
  happenings[name](sides[0], sides[1]);
  for (let i = 0; i < 4; i++) await turn();
  console.log(`${name}, ${isRead ? 'read' : 'not read'}:`, events.join(', '), sides.map((side) => side.destroyed));
}

(async () => {
  for (const name of Object.keys(happenings)) {
    await observe(name, true);
    await observe(name, false);
  }
})();
