// Http2Session: what both sides of a connection have in common. A session sits on a socket; the binding reads and writes by
// the socket's handle where that is a plain one, else by the stream's own methods.
'use strict';

const EventEmitter = require('events');
const { Buffer } = require('buffer');
const { codes, ErrnoException } = require('internal/errors');
const { asBuffer } = require('internal/buffer/fast_buffer');
const { NativeSession, told } = require('internal/http2/native');
const { NghttpError, errorOf, protocolCode, sessionError } = require('internal/http2/errors');
const { Http2Stream, kInner } = require('internal/http2/stream');
const { headersObject, parseText } = require('internal/http2/fields');
const { makeTimeoutMethods } = require('internal/http2/idle_timer');
const { nativeOptions } = require('internal/http2/options');
const { SessionSpan } = require('internal/http2/perf');
const { settingsFrom, settingsList, settingsNow, validateSettings } = require('internal/http2/settings');
const { custom, showing } = require('internal/http2/show');
const { socketFor } = require('internal/http2/socket_face');
const { kHandle } = require('internal/net/fields');
const { kMakeStream, kNative, kSession, kSocket, kState } = require('internal/http2/session_fields');
const {
  answer, attach, detach, endNative, finish, socketClosed, socketFailed, tell,
} = require('internal/http2/session_wire');
const { now } = require('internal/performance');
const { setImmediate } = require('timers');
const { AsyncResource } = require('internal/async_resource');
const { validateFunction, validateInteger, validateNumber } = require('internal/validators');

const { kCode, kForget } = Http2Stream;

const kNoError = 0;
// Numbers of nghttp2's.
const kProtocolError = -505;
const kStreamClosed = -510;
const kFlowControl = -524;
const kInternalError = 2;
const kRefusedStream = 7;

class State {
  constructor() {
    this.isReady = false;
    this.isClosed = false;
    this.isDestroyed = false;
    this.isFinished = false;
    this.saidGoodbye = false;
    this.streams = new Map();
    // Streams that have no number yet.
    this.pending = new Set();
    this.settingsWaiting = [];
    this.pingsWaiting = [];
    this.localSettings = undefined;
    this.remoteSettings = undefined;
    // By their numbers: those of ours that the peer was told, and those of the peer's that the script wants to see.
    this.localCustom = { __proto__: null };
    this.remoteCustom = { __proto__: null };
    this.error = undefined;
    this.goawayCode = null;
    this.goawayLastStream = null;
    this.face = undefined;
    // What is to be done when the connection is there.
    this.whenConnected = [];
    this.mostSettingsWaiting = 10;
    this.mostPingsWaiting = 10;
  }
}

class Http2Session extends EventEmitter {
  constructor(type, options, socket) {
    super();
    if (!socket._handle || socket[kHandle] === undefined) {
      if (socket.connecting === undefined && typeof socket.write !== 'function') {
        throw new codes.ERR_INVALID_ARG_TYPE('socket', 'net.Socket', socket);
      }
    }
    if (socket[kSession] !== undefined) throw new codes.ERR_HTTP2_SOCKET_BOUND();
    socket[kSession] = this;
    this._type = type;
    this._options = options;
    this[kSocket] = socket;
    // The same, also when scripts can no longer get at it.
    this._wire = socket;
    this[kState] = new State();
    this[kCode] = kNoError;
    this[kNative] = undefined;
    this._span = new SessionSpan();
    this[kState].mostSettingsWaiting = options.maxOutstandingSettings ?? 10;
    this[kState].mostPingsWaiting = options.maxOutstandingPings ?? 10;
    if (typeof socket.disableRenegotiation === 'function') socket.disableRenegotiation();
    socket.setNoDelay?.();
    socket.on('error', socketFailed);
    socket.on('close', socketClosed);
    if (socket.connecting || socket.secureConnecting) {
      socket.once(socket.secureConnecting ? 'secureConnect' : 'connect', () => this._setUp());
    } else {
      this._setUp();
    }
  }

  // The connection is there.
  _setUp() {
    if (this.destroyed) {
      this[kSocket]?.destroy();
      return;
    }
    const options = this._options;
    const native = this[kNative] = new NativeSession(this, this._type === 0, nativeOptions(options));
    this[kState].isReady = true;
    attach(this, native);
    const window = options.settings?.initialWindowSize;
    this._sendSettings(options.settings ?? {}, undefined);
    if (window > 65535 && window <= 2 ** 31 - 1) native.setWindow(window);
    process.nextTick(tellConnected, this);
    const waiting = this[kState].whenConnected;
    this[kState].whenConnected = [];
    process.nextTick(() => { for (let i = 0; i < waiting.length; i++) waiting[i](); });
  }

  // What the session is.

  get type() { return this._type; }
  get closed() { return this[kState].isClosed; }
  get destroyed() { return this[kState].isDestroyed; }
  get connecting() { return !this[kState].isReady && !this.destroyed; }
  get encrypted() { return this[kSocket] ? Boolean(this[kSocket].encrypted) : undefined; }
  get pendingSettingsAck() { return this[kState].settingsWaiting.length > 0; }

  get alpnProtocol() {
    const socket = this[kSocket];
    if (!socket) return undefined;
    return socket.encrypted ? socket.alpnProtocol : 'h2c';
  }

  get originSet() {
    return undefined;
  }

  get socket() {
    if (this[kState].isFinished) return undefined;
    return this[kState].face ??= socketFor(this, () => this[kSocket]);
  }

  get localSettings() {
    const state = this[kState];
    if (this.destroyed || !this[kNative]) return state.localSettings ?? {};
    return state.localSettings ??= settingsNow((id) => this[kNative].localSetting(id), state.localCustom);
  }

  get remoteSettings() {
    const state = this[kState];
    if (this.destroyed || !this[kNative]) return state.remoteSettings ?? {};
    return state.remoteSettings ??= settingsNow((id) => this[kNative].remoteSetting(id), state.remoteCustom);
  }

  get state() {
    const numbers = this[kNative]?.state();
    if (numbers === undefined) return {};
    return {
      effectiveLocalWindowSize: numbers[0], effectiveRecvDataLength: numbers[1], nextStreamID: numbers[2],
      localWindowSize: numbers[3], lastProcStreamID: numbers[4], remoteWindowSize: numbers[5],
      outboundQueueSize: numbers[6], deflateDynamicTableSize: numbers[7], inflateDynamicTableSize: numbers[8],
    };
  }

  // What it can be told to do.

  settings(settings, callback) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (settings === undefined) settings = {};
    if (settings === null || typeof settings !== 'object') {
      throw new codes.ERR_INVALID_ARG_TYPE('settings', 'Object', settings);
    }
    validateSettings(settings);
    if (callback !== undefined) validateFunction(callback, 'callback');
    this._sendSettings(settings, callback);
  }

  _sendSettings(settings, callback) {
    const state = this[kState];
    const send = () => {
      if (this.destroyed) return;
      if (state.settingsWaiting.length >= state.mostSettingsWaiting) {
        this.destroy(new codes.ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
        return;
      }
      state.settingsWaiting.push({ callback, began: now(), resource: new AsyncResource('HTTP2SETTINGS') });
      Object.assign(state.localCustom, settings.customSettings);
      const status = this[kNative].settings(settingsList(settings));
      if (status < 0) this.destroy(errorOf(status));
    };
    this._whenConnected(send);
  }

  _whenConnected(act) {
    if (this.connecting) this[kState].whenConnected.push(act);
    else act();
  }

  ping(payload, callback) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === 'function') {
      callback = payload;
      payload = undefined;
    }
    if (payload !== undefined) {
      if (!ArrayBuffer.isView(payload)) {
        throw new codes.ERR_INVALID_ARG_TYPE('payload', ['Buffer', 'TypedArray', 'DataView'], payload);
      }
      if (payload.byteLength !== 8) throw new codes.ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(callback, 'callback');
    if (this.connecting || this.closed) {
      process.nextTick(callback, false, 0, payload);
      return;
    }
    const state = this[kState];
    if (state.pingsWaiting.length >= state.mostPingsWaiting) {
      process.nextTick(answer, { callback, resource: new AsyncResource('HTTP2PING') }, new codes.ERR_HTTP2_PING_CANCEL());
      return false;
    }
    const bytes = payload ?? Buffer.alloc(8);
    state.pingsWaiting.push({ callback, began: now(), resource: new AsyncResource('HTTP2PING') });
    this[kNative].ping(new Uint8Array(bytes.buffer, bytes.byteOffset, 8));
    return true;
  }

  goaway(code = kNoError, lastStreamID = 0, opaqueData) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined && !ArrayBuffer.isView(opaqueData)) {
      throw new codes.ERR_INVALID_ARG_TYPE('opaqueData', ['Buffer', 'TypedArray', 'DataView'], opaqueData);
    }
    validateNumber(code, 'code');
    validateNumber(lastStreamID, 'lastStreamID');
    this[kState].saidGoodbye = true;
    const send = () => this[kNative]?.goaway(code, lastStreamID, opaqueData);
    this._whenConnected(send);
  }

  setLocalWindowSize(size) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateInteger(size, 'windowSize', 0, 2 ** 31 - 1);
    const status = this[kNative].setWindow(size);
    if (status < 0) this.destroy(errorOf(status));
  }

  setNextStreamID(id) {
    if (this.destroyed) throw new codes.ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, 'id');
    const most = 2 ** 32 - 1;
    if (!(id > 0 && id <= most)) throw new codes.ERR_OUT_OF_RANGE('id', `> 0 and <= ${most}`, id);
    this[kNative].setNextStream(Math.min(id, 2 ** 31 - 1));
  }

  ref() {
    const handle = this[kSocket]?._handle;
    if (handle && typeof handle.ref === 'function') handle.ref();
  }

  unref() {
    const handle = this[kSocket]?._handle;
    if (handle && typeof handle.unref === 'function') handle.unref();
  }

  // The end.

  // No new streams; the session ends with the last there is.
  close(callback) {
    if (this.closed || this.destroyed) return;
    this[kState].isClosed = true;
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('close', callback);
    }
    this.goaway();
    this._endIfIdle();
  }

  _endIfIdle() {
    const state = this[kState];
    if (state.isDestroyed || !state.isClosed) return;
    if (state.streams.size > 0 || state.pending.size > 0) return;
    // What it said last is heard before the socket goes.
    this[kNative]?.flush();
    setImmediate(() => this.destroy());
  }

  destroy(error = kNoError, code) {
    const state = this[kState];
    if (state.isDestroyed) return;
    if (typeof error === 'number') {
      code = error;
      error = code === kNoError ? undefined : sessionError(code);
    }
    if (code === undefined && error != null) code = kInternalError;
    code ??= kNoError;
    this[kCode] = code;
    this._stopTimer();
    state.isDestroyed = true;
    state.error = error;
    this._endRequests(error);
    this._endStreams(error, code);
    this._endSocket(error, code);
  }

  _endRequests() {
    const state = this[kState];
    const waiting = state.pingsWaiting;
    state.pingsWaiting = [];
    for (const ping of waiting) answer(ping, new codes.ERR_HTTP2_PING_CANCEL());
  }

  _endStreams(error, code) {
    const state = this[kState];
    if (state.pending.size > 0) {
      for (const stream of [...state.pending]) stream.destroy(new codes.ERR_HTTP2_STREAM_CANCEL(error));
    }
    for (const stream of [...state.streams.values()]) {
      stream[kInner].code ??= state.goawayCode || code;
      stream.destroy(error);
    }
    state.pending.clear();
    state.streams.clear();
  }

  _endSocket(error, code) {
    const socket = this[kSocket];
    const native = this[kNative];
    const state = this[kState];
    state.localSettings ??= native && settingsNow((id) => native.localSetting(id), state.localCustom);
    state.remoteSettings ??= native && settingsNow((id) => native.remoteSetting(id), state.remoteCustom);
    let isOut = false;
    if (native !== undefined && socket && !socket.destroyed) {
      native.terminate(code);
      isOut = native.flush();
    }
    this[kSocket] = undefined;
    const done = () => {
      endNative(this);
      detach(socket);
      finish(this, error);
    };
    if (socket && !socket.destroyed) {
      socket.on('close', done);
      // A socket that was only connecting has nothing to say.
      if (socket.connecting) socket.destroy();
      else {
        // The peer is to read the goodbye before the connection is gone; one that reads nothing is not waited for.
        const destroyLater = () => setImmediate(() => socket.destroy());
        socket.end(isOut ? destroyLater : undefined);
        if (!isOut) setImmediate(destroyLater);
      }
    } else {
      process.nextTick(done);
    }
  }

  [kForget](stream, id) {
    const state = this[kState];
    if (id === undefined) state.pending.delete(stream);
    else if (state.streams.get(id) === stream) state.streams.delete(id);
    this._endIfIdle();
  }

  _keep(stream, id) {
    const { streams } = this[kState];
    streams.set(id, stream);
    this._span.streamBegan(streams.size);
  }

  // What the binding tells.

  [told.headers](id, category, flags, text, promisedOn) {
    if (this.destroyed) return;
    this._touch();
    const { raw, sensitive } = parseText(text);
    const headers = headersObject(raw, sensitive, this._options.strictSingleValueFields !== false);
    const stream = this[kState].streams.get(id);
    if (stream === undefined) {
      this[kMakeStream](id, headers, flags, raw, promisedOn);
      return;
    }
    stream[kInner].span?.receivedHeaders();
    tell(stream, stream._takeHeaders, category, headers, flags, raw);
  }

  [told.data](id, bytes) {
    this._touch();
    const stream = this[kState].streams.get(id);
    if (stream === undefined || stream.destroyed) this[kNative]?.consumed(id, bytes.length);
    else tell(stream, stream._takeData, bytes);
  }

  [told.ended](id) {
    const stream = this[kState].streams.get(id);
    if (stream !== undefined) tell(stream, stream._takeEnd);
  }

  [told.closed](id, code) {
    const stream = this[kState].streams.get(id);
    if (stream !== undefined) tell(stream, stream._streamClosed, code);
  }

  [told.drained](id) {
    const stream = this[kState].streams.get(id);
    if (stream !== undefined) tell(stream, stream._drained);
  }

  [told.wantsTrailers](id) {
    const stream = this[kState].streams.get(id);
    if (stream !== undefined && !stream.destroyed) tell(stream, stream._wantTrailers);
  }

  [told.settings](_, isAck, known, other) {
    if (this.destroyed) return;
    this._touch();
    const state = this[kState];
    if (!isAck) {
      this._takeCustom(other);
      state.remoteSettings = settingsFrom(known, state.remoteCustom);
      this.emit('remoteSettings', state.remoteSettings);
      return;
    }
    const waiting = state.settingsWaiting.shift();
    state.localSettings = settingsFrom(known, state.localCustom);
    if (waiting !== undefined) answer(waiting, null, state.localSettings, now() - waiting.began);
    this.emit('localSettings', this.localSettings);
  }

  // The peer's settings that the protocol does not know: those that the script has asked for are shown.
  _takeCustom(other) {
    const wanted = this._options.remoteCustomSettings;
    if (wanted === undefined) return;
    for (let i = 0; i < other.length; i += 2) {
      if (wanted.includes(other[i])) this[kState].remoteCustom[other[i]] = other[i + 1];
    }
  }

  [told.ping](_, isAck, payload) {
    if (this.destroyed) return;
    this._touch();
    asBuffer(payload);
    if (!isAck) {
      this.emit('ping', payload);
      return;
    }
    const waiting = this[kState].pingsWaiting.shift();
    if (waiting === undefined) {
      this.destroy(new NghttpError(kProtocolError));
      return;
    }
    const took = now() - waiting.began;
    this._span.pingRTT = took;
    answer(waiting, null, took, payload);
  }

  [told.goaway](lastStreamID, code, data) {
    if (this.destroyed) return;
    const state = this[kState];
    state.goawayCode = code;
    state.goawayLastStream = lastStreamID;
    if (data !== undefined) asBuffer(data);
    this.emit('goaway', code, lastStreamID, data);
    if (code === kNoError) {
      if (!this.closed) this.close();
      return;
    }
    // It knows why; the goodbye to it is a plain one.
    this.destroy(sessionError(code), kNoError);
  }

  [told.altsvc](id, origin, value) {
    if (!this.destroyed) this.emit('altsvc', value, origin, id);
  }

  [told.origin](_, origins) {
    if (!this.destroyed) this._takeOrigins?.(origins);
  }

  [told.notSent](id, type, code) {
    if (this.destroyed) return;
    // A stream that is closing says no more: that is no failure.
    if (code === -530 || code === -510 || code === -511) return;
    const stream = this[kState].streams.get(id);
    const listener = stream ?? this;
    const reason = protocolCode(code);
    listener.emit('frameError', type, reason, id);
    // A request that could not be sent was never seen by anybody.
    if (stream === undefined) {
      this.destroy(errorOf(code));
      return;
    }
    stream.close(this.type === 1 ? kRefusedStream : reason);
    // The tables of both sides may have come apart: nothing new is begun.
    this.close();
  }

  [told.invalid](id, code) {
    // nghttp2 ends the stream or the session itself, and most of the latter are found when everything is sent.
    if (!this.destroyed && (code === kStreamClosed || code === kFlowControl)) this.destroy(new NghttpError(code));
  }

  [told.failed](_, code, isTooMany) {
    if (this.destroyed) return;
    const error = isTooMany ? new codes.ERR_HTTP2_TOO_MANY_INVALID_FRAMES() : new NghttpError(code);
    if (isTooMany) error.errno = code;
    this.destroy(error);
  }

  [told.writeFailed](_, status) {
    // A peer that has said goodbye need not listen.
    const isOver = this[kState].goawayCode === kNoError;
    this._wire?.destroy(isOver ? undefined : new ErrnoException(status, 'write'));
  }

  [told.output](_, bytes) {
    const socket = this._wire;
    if (socket.destroyed || socket.writableEnded) return;
    // What a stream of the script's carries is read by the other side first.
    socket.write(asBuffer(bytes), () => {
      setImmediate(() => this[kNative]?.written());
    });
  }

  // Nothing more is to be sent. If nothing is to be read either, nghttp2 has ended the session.
  [told.flushed]() {
    if (this.destroyed || this[kNative] === undefined || this[kNative].wantsMore()) return;
    const state = this[kState];
    if (!state.saidGoodbye && state.goawayCode === null) this.destroy(new NghttpError(kProtocolError));
  }

  // A listener that was an async function has failed.
  [EventEmitter.captureRejectionSymbol](error, event, stream) {
    if (event === 'stream') stream.destroy(error);
    else this.destroy(error);
  }
}
Http2Session.prototype[kMakeStream] = undefined;
Http2Session.prototype[custom] = showing('Http2Session', {
  type: 'type', closed: 'closed', destroyed: 'destroyed', state: 'state',
  localSettings: 'localSettings', remoteSettings: 'remoteSettings',
});
makeTimeoutMethods(Http2Session.prototype, (session) => session[kNative]?.bytesWritten ?? 0);

function tellConnected(session) {
  if (session.destroyed) return;
  session.emit('connect', session, session[kSocket]);
}

module.exports = { Http2Session, kMakeStream, kNative, kSession, kSocket, kState };
