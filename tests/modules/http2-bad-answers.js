// What a client makes of answers that are wrong. A message that is malformed ends its stream alone.
'use strict';

const http2 = require('http2');
const net = require('net');
const { fields, flags: { END, ENDH }, frame, inOrder, preface, reader, show, type, u32 } =
  require('./fixtures/http2_frames.js');
const { DATA, HEADERS, SETTINGS, PUSH, PING, WINDOW } = type;

const S = (value) => [':status', value];
const H = (flags, ...pairs) => frame(HEADERS, flags, 1, fields(...pairs));
const D = (flags, text) => frame(DATA, flags, 1, Buffer.from(text));
const promise = (...pairs) => frame(PUSH, ENDH, 1, Buffer.concat([u32(2), fields(...pairs)]));

const asked = [[':method', 'GET'], [':scheme', 'http'], [':path', '/'], [':authority', 'x']];
const fine = [H(4, S('200')), D(1, 'abc')];

const cases = {
  'an answer': [H(4, S('200')), D(1, 'abc')],
  'content-length right': [H(4, S('200'), ['content-length', '3']), D(1, 'abc')],
  'content-length short': [H(4, S('200'), ['content-length', '5']), D(1, 'abc')],
  'content-length long': [H(4, S('200'), ['content-length', '2']), D(1, 'abc')],
  'content-length, no body': [H(5, S('200'), ['content-length', '2'])],
  'content-length, no body, HEAD': [H(5, S('200'), ['content-length', '2'])],
  'body of HEAD': [H(4, S('200'), ['content-length', '3']), D(1, 'abc')],
  '304 with length': [H(5, S('304'), ['content-length', '2'])],
  '304 with a body': [H(4, S('304')), D(1, 'abc')],
  '204 with length 0': [H(5, S('204'), ['content-length', '0'])],
  '204 with length 2': [H(5, S('204'), ['content-length', '2'])],
  '204 with a body': [H(4, S('204')), D(1, 'abc')],
  '205 with length 2': [H(5, S('205'), ['content-length', '2'])],
  'two lengths': [H(5, S('200'), ['content-length', '0'], ['content-length', '0'])],
  'no status': [H(4, ['a', 'b']), D(1, 'abc')],
  'empty headers': [H(4), D(1, 'abc')],
  'status 99': [H(4, S('99')), D(1, 'abc')],
  'status abc': [H(4, S('abc')), D(1, 'abc')],
  'status 1000': [H(4, S('1000')), D(1, 'abc')],
  'status 600': [H(4, S('600')), D(1, 'abc')],
  'status 999': [H(4, S('999')), D(1, 'abc')],
  'status 000': [H(4, S('000')), D(1, 'abc')],
  'status 101': [H(4, S('101')), H(4, S('200')), D(1, 'abc')],
  'status twice': [H(4, S('200'), S('200')), D(1, 'abc')],
  'path in an answer': [H(4, S('200'), [':path', '/']), D(1, 'abc')],
  'status late': [H(4, ['a', 'b'], S('200')), D(1, 'abc')],
  'upper case': [H(4, S('200'), ['A', 'b']), D(1, 'abc')],
  'bad value': [H(4, S('200'), ['a', 'b\nc']), D(1, 'abc')],
  'connection': [H(4, S('200'), ['connection', 'close']), D(1, 'abc')],
  'te': [H(4, S('200'), ['te', 'trailers']), D(1, 'abc')],
  '100 then 200': [H(4, S('100')), H(4, S('200')), D(1, 'abc')],
  '103 then data': [H(4, S('103')), D(1, 'abc')],
  '100 that ends': [H(5, S('100'))],
  '100 with length': [H(4, S('100'), ['content-length', '3']), H(4, S('200')), D(1, 'abc')],
  'data first': [D(1, 'abc')],
  'trailers': [H(4, S('200')), D(0, 'abc'), H(5, ['t', 'u'])],
  'trailers, no end': [H(4, S('200')), D(0, 'abc'), H(4, ['t', 'u'])],
  'trailers with status': [H(4, S('200')), D(0, 'abc'), H(5, S('200'))],
  'trailers and length': [H(4, S('200'), ['content-length', '4']), D(0, 'abc'), H(5, ['t', 'u'])],
  'headers twice': [H(4, S('200')), H(4, S('200')), D(1, 'abc')],
  'push when off': [promise(...asked), ...fine],
  'push': [promise(...asked), frame(HEADERS, ENDH, 2, fields(S('200'))), frame(DATA, END, 2, Buffer.from('p')), ...fine],
  'push without method': [promise(...asked.slice(1)), ...fine],
  'push with status': [promise(...asked, S('200')), ...fine],
  'push of CONNECT': [promise([':method', 'CONNECT'], asked[3]), ...fine],
  'push of POST': [promise([':method', 'POST'], ...asked.slice(1)), ...fine],
  'push with length': [promise(...asked, ['content-length', '3']), ...fine],
  'CONNECT answer with length': [H(4, S('200'), ['content-length', '9']), D(1, 'abc')],
  'CONNECT refused with length': [H(4, S('400'), ['content-length', '9']), D(1, 'abc')],
};

function listen(name, session, said) {
  session.on('error', (error) => said.push(`session error ${error.code} ${error.message} ${error.errno}`));
  if (!name.startsWith('push')) return;
  session.on('stream', (stream, headers) => {
    said.push(`pushed ${headers[':method']}`);
    stream.on('push', (answer) => said.push(`push ${answer[':status']}`));
    stream.on('error', (error) => said.push(`push error ${error.message}`));
    stream.on('close', () => said.push(`push closed ${stream.rstCode}`));
    stream.resume();
  });
}

function ask(name, session, said) {
  const isConnect = name.startsWith('CONNECT');
  const method = name.includes('HEAD') ? 'HEAD' : 'GET';
  const request = session.request(isConnect ? { ':method': 'CONNECT', ':authority': 'a:1' } : { ':method': method });
  if (isConnect) request.end();
  request.on('response', (headers) => {
    const length = headers['content-length'];
    said.push(`response ${headers[':status']}${length === undefined ? '' : ` length ${length}`}`);
  });
  request.on('headers', (headers) => said.push(`headers ${headers[':status']}`));
  request.on('trailers', (headers) => said.push(`trailers ${JSON.stringify(headers)}`));
  request.on('data', (data) => said.push(`data ${data}`));
  request.on('end', () => said.push('end'));
  request.on('aborted', () => said.push('aborted'));
  request.on('error', (error) => said.push(`error ${error.code} ${error.message}`));
  request.on('close', () => said.push(`closed ${request.rstCode}`));
}

// Answers the first request, then asks for a sign of life.
function answer(socket, bytes, frames) {
  let isSent = false;
  socket.on('error', () => {});
  socket.write(frame(SETTINGS, 0, 0));
  socket.on('data', reader((type, flags, stream, payload) => {
    if (type === SETTINGS || type === WINDOW || type === DATA) return;
    if (isSent) frames.push(show(type, flags, stream, payload));
    else if (type === HEADERS) {
      isSent = true;
      socket.write(Buffer.concat([...bytes, frame(PING, 0, 0, Buffer.from('are you?'))]));
    }
    if (type === PING) setTimeout(() => socket.destroy(), 50);
  }, preface.length));
  socket.on('end', () => socket.end());
}

function run(name) {
  return new Promise((resolve) => {
    const said = [];
    const frames = [];
    const server = net.createServer((socket) => answer(socket, cases[name], frames));
    server.listen(0, () => {
      const settings = { enablePush: name !== 'push when off' };
      const session = http2.connect(`http://localhost:${server.address().port}`, { settings });
      listen(name, session, said);
      ask(name, session, said);
      session.on('close', () => {
        server.close();
        setTimeout(() => resolve(`${name}\n  ${frames.sort().join(', ') || '-'}\n  ${said.join(', ')}`), 50);
      });
    });
  });
}

inOrder(Object.keys(cases), run);
