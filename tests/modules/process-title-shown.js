// The title of the process stands where its command line was, as far as there is room, and is the name of its thread.
'use strict';

const fs = require('fs');

const room = fs.readFileSync('/proc/self/cmdline').length - 1;

function show(title) {
  process.title = title;
  const shown = fs.readFileSync('/proc/self/cmdline', 'utf8').split('\0')[0];
  const name = fs.readFileSync('/proc/self/comm', 'utf8').trimEnd();
  console.log(process.title === title.slice(0, room), shown === process.title, JSON.stringify(name));
}

show('short');
show('x'.repeat(5000));
show('a');
