// How streams and sessions of a client end, and what the server hears of that: a raw server sends frames or vanishes, or the
// client gives up in one way or another.
'use strict';

const http2 = require('http2');
const net = require('net');
const { flags: { END, ENDH }, frame, inOrder, preface, reader, show, type, u32 } = require('./fixtures/http2_frames.js');
const { DATA, HEADERS, RST, SETTINGS, GOAWAY, WINDOW } = type;

const ok = (flags) => frame(HEADERS, flags, 1, [0x88]);
const reset = (code) => frame(RST, 0, 1, u32(code));
const goaway = (last, code) => frame(GOAWAY, 0, 0, u32(last, code));
const some = frame(DATA, 0, 1, Buffer.from('abc'));

// What the server sends, or what is done to the session and the request.
const cases = {
  'goaway with an error': [goaway(1, 1)],
  'goaway': [goaway(1, 0)],
  'goaway for the stream, too': [goaway(0, 0)],
  'goaway with an error, for the stream, too': [goaway(0, 2)],
  'reset with CANCEL': [reset(8)],
  'reset with an error': [reset(1)],
  'reset without one': [reset(0)],
  'refused': [reset(7)],
  'an answer': [ok(END | ENDH)],
  'an answer, then a reset with CANCEL': [ok(ENDH), reset(8)],
  'a whole answer, then a reset': [ok(END | ENDH), reset(0)],
  'half an answer, then a reset with CANCEL': [ok(ENDH), some, reset(8)],
  'half an answer, then a reset with an error': [ok(ENDH), some, reset(1)],
  'the server is gone': 'gone',
  'session.destroy()': (session) => session.destroy(),
  'session.destroy(error)': (session) => session.destroy(new Error('x')),
  'session.destroy(5)': (session) => session.destroy(5),
  'session.destroy(error, 5)': (session) => session.destroy(new Error('x'), 5),
  'session.close()': (session) => session.close(),
  'session.goaway(3)': (session) => session.goaway(3),
  'session.socket.destroy()': (session) => session.socket.destroy(),
  'destroy()': (_, request) => request.destroy(),
  'destroy(error)': (_, request) => request.destroy(new Error('y')),
  'close()': (_, request) => request.close(),
  'close(7)': (_, request) => request.close(7),
  'end()': (_, request) => request.end(),
  'end(), close()': (_, request) => request.end('abc').close(),
  'write(), close()': (_, request) => request.write('abc') && request.close(),
  'write(), close(5)': (_, request) => request.write('abc') && request.close(5),
  'write(), destroy()': (_, request) => request.write('abc') && request.destroy(),
  'end(), destroy()': (_, request) => request.end('abc').destroy(),
};

function listen(session, request, said) {
  session.on('goaway', (code, last) => said.push(`session goaway ${code} ${last}`));
  session.on('error', (error) => said.push(`session error ${error.code} ${error.message}`));
  session.on('close', () => said.push('session close'));
  request.on('error', (error) => said.push(`error ${error.code} ${error.message}`));
  request.on('close', () => said.push(`close ${request.rstCode}`));
  for (const name of ['aborted', 'end', 'finish']) request.on(name, () => said.push(name));
  request.resume();
}

function run(name) {
  return new Promise((resolve) => {
    const heard = [];
    const said = [];
    let session;
    let request;
    const server = net.createServer((socket) => {
      const act = () => {
        const what = cases[name];
        if (typeof what === 'function') what(session, request);
        else if (what === 'gone') socket.destroy();
        else socket.write(Buffer.concat(what));
        setTimeout(finish, 250);
      };
      socket.on('error', () => {});
      socket.on('end', () => heard.push('end'));
      socket.write(frame(SETTINGS, 0, 0));
      socket.on('data', reader((type, flags, stream, payload) => {
        if (type === HEADERS) setTimeout(act, 50);
        else if (type !== SETTINGS && type !== WINDOW) heard.push(show(type, flags, stream, payload));
      }, preface.length));
    });
    const finish = () => {
      resolve(`${name}\n  ${heard.join(', ') || '-'}\n  ${said.join(', ') || '-'}`);
      session.destroy();
      server.close();
    };
    server.listen(0, () => {
      session = http2.connect(`http://localhost:${server.address().port}`);
      request = session.request({ ':method': 'POST' });
      listen(session, request, said);
    });
  });
}

inOrder(Object.keys(cases), run);
