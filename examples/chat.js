// A chat over TCP. `rondo examples/chat.js 4000` is the room; `nc localhost 4000`, in as many terminals as you
// like, are the guests. Without a port it shows what happens with guests of its own.
'use strict';
const net = require('net');

function openRoom() {
  const guests = new Map();

  function tellAll(text, except) {
    for (const guest of guests.keys()) {
      // One that does not read is left out until its socket has room again: nobody else waits for it.
      if (guest !== except && !guest.writableNeedDrain) guest.write(`${text}\n`);
    }
  }

  // Lines as they come, however the network has cut them.
  async function listenTo(guest) {
    let rest = '';
    for await (const data of guest) {
      const lines = (rest + data).split('\n');
      rest = lines.pop();
      for (const line of lines) hear(guest, line.trim());
    }
  }

  function hear(guest, line) {
    const name = guests.get(guest);
    if (name === undefined) {
      guests.set(guest, line || 'nobody');
      tellAll(`* ${guests.get(guest)} comes in`, guest);
      guest.write(`* ${guests.size} in the room\n`);
    } else if (line === '/quit') {
      guest.end('* bye\n');
    } else {
      tellAll(`${name}: ${line}`, guest);
    }
  }

  const room = net.createServer((guest) => {
    guest.setEncoding('utf8');
    guest.write('* your name?\n');
    listenTo(guest)
      .catch((error) => console.error(`* lost somebody: ${error.code}`))
      .finally(() => {
        const name = guests.get(guest);
        guests.delete(guest);
        if (name !== undefined) tellAll(`* ${name} leaves`);
      });
  });
  room.maxConnections = 1000;
  return room;
}

// What two guests say and hear.
function show(room) {
  const { port } = room.address();
  const anna = join('Anna', (text) => {
    if (text.includes('Ben comes in')) anna.write('Hello Ben\n');
    if (text.includes('Ben leaves')) anna.end('/quit\n');
    if (text.includes('1 in the room')) join('Ben', benHears);
  });

  function benHears(text, ben) {
    if (text.includes('Hello Ben')) ben.write('Hello Anna, I have to go\n/quit\n');
  }

  function join(name, hears) {
    const socket = net.connect(port, () => socket.write(`${name}\n`)).setEncoding('utf8');
    socket.on('data', (text) => {
      for (const line of text.trim().split('\n')) console.log(`${name} hears  ${line}`);
      hears(text, socket);
    });
    socket.on('close', () => {
      if (name === 'Anna') room.close(() => console.log('the room is closed'));
    });
    return socket;
  }
}

const port = Number(process.argv[2] ?? 0);
const room = openRoom();
room.listen(port, () => {
  if (port === 0) show(room);
  else console.log(`the room is open: nc localhost ${port}`);
});
