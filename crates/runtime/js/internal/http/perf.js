// Entries of type 'http' for performance observers: requests that a server answered, and that a client made.
'use strict';

const { isObserved } = require('internal/perf/timeline');
const { beginSpan, endSpan } = require('internal/perf/spans');

class Span {
  constructor(name, request) {
    this.name = name;
    this.request = request;
    this.began = beginSpan('http');
  }

  end(response) {
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
  return new Span('HttpRequest', { method: request.method, url: request.url, headers: request.headers });
}

function startClient(method, url, headers) {
  return new Span('HttpClient', { method, url, headers });
}

function endRequest(span, response) {
  span.end(response);
}

module.exports = { endRequest, isObserved: () => isObserved('http'), startClient, startRequest };
