// Values and states as text that is the same on every runtime.
'use strict';

const readableFlags = [
  'ended', 'endEmitted', 'reading', 'needReadable', 'emittedReadable', 'readableListening',
  'resumeScheduled', 'errorEmitted', 'destroyed', 'closed', 'closeEmitted', 'readingMore',
  'dataEmitted', 'paused', 'sync', 'constructed',
];
const writableFlags = [
  'finalCalled', 'needDrain', 'ending', 'ended', 'finished', 'writing', 'sync', 'bufferProcessing',
  'prefinished', 'errorEmitted', 'closed', 'closeEmitted', 'allBuffers', 'allNoop',
];

function describe(value) {
  if (value instanceof Error) return `${value.name}[${value.code ?? value.message}]`;
  if (Buffer.isBuffer(value)) return `<${value.toString('latin1')}>`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value && typeof value === 'object') return value.label ?? JSON.stringify(value);
  return String(value);
}

function snapshot(stream) {
  const readable = stream._readableState;
  const writable = stream._writableState;
  const parts = [''];
  if (readable) {
    parts.push(`R${readable.length}/${readable.flowing}/${flags(readable, readableFlags)}/` +
      `${stream.isPaused()}/${readable.pipes.length}/${stream.readable}`);
  }
  if (writable) {
    parts.push(`W${writable.length}/${writable.bufferedRequestCount}/${writable.pendingcb}/` +
      `${writable.corked}/${flags(writable, writableFlags)}/${stream.writable}/${stream.writableNeedDrain}`);
  }
  return parts.join(' ');
}

function flags(state, names) {
  return names.map((name) => Number(state[name])).join('');
}

module.exports = { describe, snapshot };
