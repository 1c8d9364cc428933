// Requests that a server answered, and that a client made: entries of type 'http' for performance observers, and trace events.
'use strict';

const { isObserved } = require('internal/perf/timeline');
const { beginSpan, endSpan } = require('internal/perf/spans');

// Tells of the beginning of a request, if there is anybody, and gives a function that tells of its end.
let tell;

function tellOf(listener) {
  tell = listener;
}

class Span {
  constructor(name, request, toldName, told) {
    this.name = name;
    this.request = request;
    this.began = beginSpan('http');
    this.tellEnd = tell?.(toldName, told);
  }

  end(response) {
    this.tellEnd?.(response.statusCode);
    // It began before anybody observed.
    if (this.began === 0) return;
    endSpan(this.began, 'http', this.name, {
      req: this.request,
      res: {
        statusCode: response.statusCode,
        statusMessage: response.statusMessage,
        headers: typeof response.getHeaders === 'function' ? response.getHeaders() : response.headers,
      },
    });
  }
}

function startRequest(request) {
  const { headers, method, url } = request;
  return new Span('HttpRequest', { method, url, headers }, 'http.server.request', { url });
}

function startClient(method, origin, path, headers) {
  return new Span('HttpClient', { method, url: origin + path, headers }, 'http.client.request', { path });
}

function endRequest(span, response) {
  span.end(response);
}

module.exports = { endRequest, isObserved: () => tell !== undefined || isObserved('http'), startClient, startRequest, tellOf };
