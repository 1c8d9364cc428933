// Which keys do what on a terminal.
'use strict';

const { actions, perform } = require('internal/readline/perform');

// By the keys that are held down (c: ctrl, m: meta, s: shift) and the name of the key. A function gets the interface and
// its editor.
const bindings = new Map();

function bind(keys, action) {
  for (const key of keys.split(' ')) bindings.set(key, action);
}

// Scripts can replace these on an interface: perform() finds what is there.
function performing(name) {
  return (reader) => perform(reader, name);
}

bind('cs-backspace c-u', performing('deleteLineLeft'));
bind('cs-delete c-k', performing('deleteLineRight'));
bind('c-c', interrupt);
bind('c-d', endOrDelete);
bind('c-h -backspace', performing('deleteLeft'));
bind('-delete', performing('deleteRight'));
bind('c-w c-backspace m-backspace', performing('deleteWordLeft'));
bind('c-delete m-delete m-d', performing('deleteWordRight'));
bind('c-left m-b', performing('wordLeft'));
bind('c-right m-f', performing('wordRight'));
bind('c-a -home', (reader, editor) => editor.moveTo(0));
bind('c-e -end', (reader, editor) => editor.moveTo(reader.line.length));
bind('c-b -left', (reader, editor) => editor.characterLeft());
bind('c-f -right', (reader, editor) => editor.characterRight());
bind('c-l', (reader, editor) => editor.clearScreen());
bind('c-n -down', performing('historyNext'));
bind('c-p -up', performing('historyPrev'));
bind('c-y', (reader, editor) => editor.yank());
bind('m-y', (reader, editor) => editor.yankOlder());
bind('c-z', suspend);

function interrupt(reader) {
  if (reader.listenerCount('SIGINT') > 0) reader.emit('SIGINT');
  else actions.closeByKey(reader, 'Ctrl+C');
}

function endOrDelete(reader) {
  if (reader.line === '') actions.closeByKey(reader, 'Ctrl+D');
  else perform(reader, 'deleteRight');
}

// Stops the process until it is told to go on.
function suspend(reader) {
  if (reader.listenerCount('SIGTSTP') > 0) {
    reader.emit('SIGTSTP');
    return;
  }
  process.once('SIGCONT', () => {
    // Others may have changed the terminal meanwhile. Who wants no more input pauses in 'SIGCONT'.
    if (!reader.paused) {
      reader.pause();
      reader.emit('SIGCONT');
    }
    perform(reader, 'setRawMode', true);
    perform(reader, 'refreshLine');
  });
  perform(reader, 'setRawMode', false);
  process.kill(process.pid, 'SIGTSTP');
}

// What a key does; undefined if nothing, or what its name or text says.
function findBinding({ name, ctrl, meta, shift }) {
  const held = ctrl ? (shift ? 'cs' : 'c') : meta ? 'm' : '';
  return bindings.get(`${held}-${name}`);
}

module.exports = { findBinding };
