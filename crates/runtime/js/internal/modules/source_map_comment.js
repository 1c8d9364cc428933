// The comment of a file that names its source map, and what it names.
'use strict';

const kComment = /^[ \t]*\/[*/][@#] sourceMappingURL=([^\s'"]*)[^\n]*$/mg;

// Of a file's text: { url, data, lineLengths }. `data` is the map, with its sources as URLs, and `url` then null; a map
// that cannot be read is as good as none: `data` is null. undefined for a text without such a comment.
function readMapOf(text, place) {
  if (!text.includes('sourceMappingURL=')) return undefined;
  const last = Array.from(text.matchAll(kComment)).at(-1);
  // It may stand in a string of several lines.
  if (last === undefined || !binding('syntax').isComment(text, last.index + last[0].search(/\S/))) return undefined;
  const lineLengths = text.split('\n').map((line) => line.length);
  try {
    return { lineLengths, data: readPayload(last[1], place), url: null };
  } catch {
    return { lineLengths, data: null, url: last[1] };
  }
}

function readPayload(url, place) {
  const { URL, pathToFileURL } = require('internal/url');
  let base = pathToFileURL(place);
  let text;
  if (url.startsWith('data:')) {
    text = textOf(url);
  } else {
    base = new URL(url, base);
    text = require('fs').readFileSync(base, 'utf8');
  }
  const payload = JSON.parse(text.startsWith(')]}\'') ? text.slice(text.indexOf('\n')) : text);
  const root = payload.sourceRoot ?? '';
  payload.sources = payload.sources?.map((source) => new URL(`${root}${source}`, base).href);
  if (payload.sources !== undefined) payload.sourceRoot = '';
  return payload;
}

// Only JSON is taken for a map.
function textOf(url) {
  const comma = url.indexOf(',');
  const kinds = url.slice('data:'.length, comma).split(';');
  if (kinds[0] !== 'application/json') throw new TypeError('A source map is JSON');
  const content = url.slice(comma + 1);
  return kinds.at(-1) === 'base64' ? require('buffer').Buffer.from(content, 'base64').toString() : decodeURIComponent(content);
}

module.exports = { readMapOf };
