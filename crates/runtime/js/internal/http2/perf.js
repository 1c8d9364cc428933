// Entries of type 'http2' for performance observers: streams and sessions that are over. A stream is timed only if somebody
// observes when it begins.
'use strict';

const { isObserved } = require('internal/perf/timeline');
const { endSpan } = require('internal/perf/spans');
const { now } = require('internal/performance');

const kSides = ['server', 'client'];

class StreamSpan {
  constructor() {
    this.began = now();
    this.headers = 0;
    this.bytes = 0;
    this.sent = 0;
  }

  // These keep when it was the first time.
  receivedHeaders() { this.headers ||= now(); }
  receivedBytes() { this.bytes ||= now(); }
  sentBytes() { this.sent ||= now(); }

  since(moment) {
    return moment === 0 ? 0 : moment - this.began;
  }

  end({ id, bytesRead, bytesWritten, session }) {
    session?._span?.streamEnded(now() - this.began);
    endSpan(this.began, 'http2', 'Http2Stream', {
      bytesRead,
      bytesWritten,
      id,
      timeToFirstByte: this.since(this.bytes),
      timeToFirstByteSent: this.since(this.sent),
      timeToFirstHeader: this.since(this.headers),
    });
  }
}

class SessionSpan {
  constructor() {
    this.began = now();
    this.pingRTT = 0;
    this.streams = 0;
    this.most = 0;
    this.timed = 0;
    this.duration = 0;
  }

  streamBegan(underWay) {
    this.streams++;
    if (underWay > this.most) this.most = underWay;
  }

  streamEnded(duration) {
    this.timed++;
    this.duration += duration;
  }

  end(type, native) {
    if (!isObserved('http2')) return;
    const { 0: framesReceived, 1: framesSent } = native.frameCounts();
    endSpan(this.began, 'http2', 'Http2Session', {
      bytesWritten: native.bytesWritten,
      bytesRead: native.bytesRead,
      framesReceived,
      framesSent,
      maxConcurrentStreams: this.most,
      pingRTT: this.pingRTT,
      streamAverageDuration: this.timed === 0 ? 0 : this.duration / this.timed,
      streamCount: this.streams,
      type: kSides[type],
    });
  }
}

function beginStream() {
  return isObserved('http2') ? new StreamSpan() : undefined;
}

module.exports = { SessionSpan, beginStream };
