// What is in a stream of events: https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
'use strict';

const { TextDecoder } = require('internal/encoding');

// Takes bytes as they come, and tells `receiver` of each event that is whole (`onEvent`) and of the time to wait that the
// server wishes (`onRetry`).
class EventReader {
  constructor(lastEventId, receiver) {
    this.receiver = receiver;
    this.decoder = new TextDecoder();
    // The line that is not whole yet.
    this.rest = '';
    // The last line ended in a carriage return: a newline that comes next belongs to it.
    this.endsInReturn = false;
    this.id = lastEventId;
    this.type = '';
    this.data = '';
    this.hasData = false;
  }

  add(bytes) {
    let text = this.decoder.decode(bytes, { stream: true });
    if (text === '') return;
    if (this.endsInReturn && text[0] === '\n') text = text.slice(1);
    this.endsInReturn = text === '' ? false : text.endsWith('\r');
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = lines.pop();
    for (let i = 0; i < lines.length; i++) this.takeLine(lines[i]);
  }

  takeLine(line) {
    if (line === '') {
      this.finishEvent();
      return;
    }
    const colon = line.indexOf(':');
    // A comment.
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    this.takeField(name, value);
  }

  takeField(name, value) {
    if (name === 'data') {
      this.data += this.hasData ? `\n${value}` : value;
      this.hasData = true;
    } else if (name === 'event') {
      this.type = value;
    } else if (name === 'id') {
      if (!value.includes('\0')) this.id = value;
    } else if (name === 'retry' && /^[0-9]+$/.test(value)) {
      this.receiver.onRetry(Number(value));
    }
  }

  finishEvent() {
    const { type, data, hasData, id } = this;
    this.type = '';
    this.data = '';
    this.hasData = false;
    this.receiver.onEvent(hasData ? { type: type || 'message', data, id } : { type: '', data: '', id });
  }
}

module.exports = { EventReader };
