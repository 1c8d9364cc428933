// One request of fetch() over HTTP, and its answer.
'use strict';

const { HeaderList } = require('internal/fetch/headers');

// Ports of other services: https://fetch.spec.whatwg.org/#port-blocking
const kBadPorts = new Set([
  '0', '1', '7', '9', '11', '13', '15', '17', '19', '20', '21', '22', '23', '25', '37', '42', '43', '53', '69', '77', '79',
  '87', '95', '101', '102', '103', '104', '109', '110', '111', '113', '115', '117', '119', '123', '135', '137', '139',
  '143', '161', '179', '389', '427', '465', '512', '513', '514', '515', '526', '530', '531', '532', '540', '548', '554',
  '556', '563', '587', '601', '636', '989', '990', '993', '995', '1719', '1720', '1723', '2049', '3659', '4045', '4190',
  '5060', '5061', '6000', '6566', '6665', '6666', '6667', '6668', '6669', '6679', '6697', '10080',
]);

// The words of the other side's having gone, as Node's client has them.
class SocketError extends Error {
  constructor() {
    super('other side closed');
    this.code = 'UND_ERR_SOCKET';
  }

  get name() {
    return 'SocketError';
  }
}

function explain(error) {
  return error?.code === 'ECONNRESET' ? new SocketError() : error;
}

const kConditions = ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match', 'if-range'];

// What caches on the way are told. A request with conditions of its own is to pass them.
function offerCaching(list, cache, offer) {
  const mode = cache === 'default' && kConditions.some((name) => list.has(name)) ? 'no-store' : cache;
  if (mode === 'no-cache') offer('cache-control', 'max-age=0');
  if (mode !== 'no-store' && mode !== 'reload') return;
  offer('pragma', 'no-cache');
  offer('cache-control', 'no-cache');
}

function fieldsToSend(url, list, cache, body) {
  const fields = list.has('host') ? [] : ['host', url.host];
  if (!list.has('connection')) fields.push('connection', 'keep-alive');
  for (const { name, value } of list.fields.values()) fields.push(name, value);
  const offer = (name, value) => {
    if (!list.has(name)) fields.push(name, value);
  };
  offer('accept', '*/*');
  offer('accept-language', '*');
  offer('sec-fetch-mode', 'cors');
  offer('user-agent', 'node');
  offerCaching(list, cache, offer);
  const codings = url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate';
  offer('accept-encoding', list.has('range') ? 'identity' : codings);
  if (body !== null && body.length !== null) fields.push('content-length', `${body.length}`);
  else if (body !== null) fields.push('transfer-encoding', 'chunked');
  return fields;
}

async function sendBody(request, body) {
  if (body.length !== null) {
    request.end(await body.bytes());
    return;
  }
  const reader = body.stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    if (!request.write(value)) await new Promise((resolve) => request.once('drain', resolve));
  }
  request.end();
}

// The body of an answer, unpacked, as a stream that reads no faster than it is read.
function streamOfAnswer(answer, signal, codings) {
  const source = require('internal/fetch/decoding').decoded(answer, codings);
  const { ReadableStream } = require('internal/webstreams/readable_stream');
  let isOver = false;
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      const end = (error) => {
        if (isOver) return;
        isOver = true;
        signal.removeEventListener('abort', onAbort);
        if (error === undefined) {
          controller.close();
          controller.byobRequest?.respond(0);
        } else {
          controller.error(error);
        }
      };
      const onAbort = () => {
        end(signal.reason);
        answer.destroy();
      };
      signal.addEventListener('abort', onAbort);
      source.on('data', (chunk) => {
        if (isOver) return;
        controller.enqueue(new Uint8Array(chunk));
        if (controller.desiredSize <= 0) source.pause();
      });
      source.on('end', () => end());
      source.on('error', (error) => {
        end(new TypeError('terminated', { __proto__: null, cause: explain(error) }));
      });
      answer.on('close', () => {
        if (!answer.complete) end(new TypeError('terminated', { __proto__: null, cause: new SocketError() }));
      });
      source.pause();
    },
    pull() { source.resume(); },
    cancel() {
      isOver = true;
      answer.destroy();
    },
  }, { highWaterMark: 0 });
}

function fieldsOf(answer) {
  const list = new HeaderList();
  for (let i = 0; i < answer.rawHeaders.length; i += 2) list.append(answer.rawHeaders[i], answer.rawHeaders[i + 1]);
  return list;
}

// A promise of { status, statusText, list, stream }: stream is null for an answer that has no body.
function exchange(url, { method, list: ownFields, cache, body, signal }) {
  return new Promise((resolve, reject) => {
    if (kBadPorts.has(url.port)) throw new Error('bad port');
    const { request: start } = require(url.protocol === 'https:' ? 'https' : 'http');
    const request = start(url, { __proto__: null, method, headers: fieldsToSend(url, ownFields, cache, body) });
    const onAbort = () => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', onAbort);
    request.on('error', (error) => reject(explain(error)));
    request.on('response', (answer) => {
      signal.removeEventListener('abort', onAbort);
      const { statusCode: status, statusMessage: statusText } = answer;
      const isBare = method === 'HEAD' || status === 204 || status === 205 || status === 304;
      if (isBare) answer.resume();
      const list = fieldsOf(answer);
      try {
        const stream = isBare ? null : streamOfAnswer(answer, signal, list.get('content-encoding'));
        resolve({ status, statusText, list, stream });
      } catch (error) {
        answer.destroy();
        reject(error);
      }
    });
    if (body === null) request.end();
    else sendBody(request, body).catch((error) => request.destroy(error));
  });
}

module.exports = { exchange };
