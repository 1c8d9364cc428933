// The actions on the line of an Interface; perform.js tells how they are called.
'use strict';

const { LineEditor } = require('internal/readline/line_editor');
const { actions, perform } = require('internal/readline/perform');

const kEditor = Symbol('kEditor');
const kHistory = Symbol('kHistory');
const kPreviousKey = Symbol('kPreviousKey');
const kReturnedAt = Symbol('kReturnedAt');

// Most interfaces read lines that nobody edits.
function editorOf(reader) {
  return reader[kEditor] ??= new LineEditor(reader);
}

actions.writeToOutput = (reader, text) => {
  if (reader.output !== null && reader.output !== undefined) reader.output.write(text);
};

actions.setRawMode = (reader, mode) => {
  const before = reader.input.isRaw;
  if (typeof reader.input.setRawMode === 'function') reader.input.setRawMode(mode);
  return before;
};

const editing = {
  __proto__: null,
  refreshLine: (editor) => editor.refresh(),
  moveCursor: (editor, count) => editor.moveBy(count),
  insertString: (editor, text) => editor.insert(text),
  wordLeft: (editor) => editor.wordLeft(),
  wordRight: (editor) => editor.wordRight(),
  deleteLeft: (editor) => editor.removeLeft(),
  deleteRight: (editor) => editor.removeRight(),
  deleteWordLeft: (editor) => editor.removeWordLeft(),
  deleteWordRight: (editor) => editor.removeWordRight(),
  deleteLineLeft: (editor) => editor.removeLineLeft(),
  deleteLineRight: (editor) => editor.removeLineRight(),
  getDisplayPos: (editor, text) => editor.measure(text),
  getCursorPos: (editor) => editor.position(),
};
for (const name of Object.keys(editing)) {
  const action = editing[name];
  actions[name] = (reader, argument) => action(editorOf(reader), argument);
}

// The line goes to the history, and comes back.
actions.addHistory = (reader) => {
  const { line } = reader;
  const history = reader[kHistory];
  if (reader.terminal && history.add(line)) {
    history.index = -1;
    reader.emit('history', history.lines);
  }
  return line;
};

// The line is complete.
actions.line = (reader) => {
  const line = perform(reader, 'addHistory');
  const editor = editorOf(reader);
  editor.forgetChanges();
  editor.leaveLine();
  perform(reader, 'onLine', line);
};

function moveInHistory(reader, step) {
  const line = reader[kHistory].move(step, reader.line);
  if (line === undefined) return;
  editorOf(reader).replaceAll(line);
}
actions.historyPrev = (reader) => moveInHistory(reader, 1);
actions.historyNext = (reader) => moveInHistory(reader, -1);

actions.tabComplete = (reader, isSecondTime) => {
  require('internal/readline/completion').askCompleter(reader, editorOf(reader), isSecondTime);
};

// '\n' behind '\r' is the same end of line, unless time has passed.
function takeLineFeed(reader) {
  const returnedAt = reader[kReturnedAt];
  reader[kReturnedAt] = undefined;
  if (returnedAt === undefined || Date.now() - returnedAt > reader.crlfDelay) perform(reader, 'line');
}

// Keys that have a name and do something by it.
const named = {
  '__proto__': null,
  'return': (reader) => {
    reader[kReturnedAt] = Date.now();
    perform(reader, 'line');
    return true;
  },
  'enter': (reader) => {
    takeLineFeed(reader);
    return true;
  },
  'tab': (reader, previousKey) => {
    if (typeof reader.completer !== 'function' || !reader.isCompletionEnabled) return false;
    perform(reader, 'tabComplete', previousKey?.name === 'tab');
    return true;
  },
};

const UNDO = '\x1f';
const REDO = '\x1e';

function takeKey(reader, text, key, previousKey) {
  const editor = editorOf(reader);
  if (!key.meta || key.name !== 'y') editor.endYank();
  // Up and down find lines that begin like this one; ctrl with n and p, all.
  const isPlain = !key.ctrl && !key.meta && !key.shift;
  if (isPlain && (key.name === 'up' || key.name === 'down')) reader[kHistory].beginSearch(reader.line, reader.cursor);
  else reader[kHistory].endSearch();
  const first = typeof key.sequence === 'string' ? key.sequence[0] : undefined;
  if (first === UNDO) return editor.undo();
  if (first === REDO) return editor.redo();
  if (key.name === 'escape') return undefined;
  if (!key.ctrl && !key.meta && key.name !== 'enter') reader[kReturnedAt] = undefined;
  const { findBinding } = require('internal/readline/bindings');
  const binding = findBinding(key);
  if (binding !== undefined) return binding(reader, editor);
  if (key.ctrl || key.meta) return undefined;
  if (named[key.name]?.(reader, previousKey)) return undefined;
  if (typeof text === 'string' && text !== '') editor.insertLines(text);
  return undefined;
}

actions.ttyWrite = (reader, text, key) => {
  const previousKey = reader[kPreviousKey];
  key ??= { __proto__: null };
  reader[kPreviousKey] = key;
  takeKey(reader, text, key, previousKey);
};

module.exports = { actions, editorOf, kEditor, kHistory, kPreviousKey, kReturnedAt };
