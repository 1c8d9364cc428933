// Source maps of the files that run: whether they are used, where they are, and stacks that show where code comes from.
'use strict';

const path = require('path');
const { validateBoolean, validateObject } = require('internal/validators');

let support = describe(false, false, false);
// Maps by the names of files; null for one that has none.
const maps = new Map();

function describe(enabled, nodeModules, generatedCode) {
  return Object.freeze({ __proto__: null, enabled, nodeModules, generatedCode });
}

function getSourceMapsSupport() {
  return support;
}

function setSourceMapsSupport(enabled, options = {}) {
  validateBoolean(enabled, 'enabled');
  validateObject(options, 'options');
  const { nodeModules = false, generatedCode = false } = options;
  validateBoolean(nodeModules, 'options.nodeModules');
  validateBoolean(generatedCode, 'options.generatedCode');
  turn(enabled, nodeModules, generatedCode);
}

function setSourceMapsEnabled(enabled) {
  validateBoolean(enabled, 'enabled');
  turn(enabled, enabled, enabled);
}

function turn(enabled, nodeModules, generatedCode) {
  support = describe(enabled, nodeModules, generatedCode);
  binding('errors').setStackMapper(enabled ? mapFrames : undefined);
}

const kComment = /^[ \t]*\/[*/][@#] sourceMappingURL=([^\s'"]*)[^\n]*$/mg;

// The map of a file; undefined if it has none.
function mapOf(file) {
  let map = maps.get(file);
  if (map === undefined) {
    map = readMap(file) ?? null;
    maps.set(file, map);
  }
  return map ?? undefined;
}

function pathOf(file) {
  if (file.startsWith('/')) return file;
  if (!file.startsWith('file:')) return undefined;
  return require('internal/url').fileURLToPath(file);
}

function readMap(file) {
  const place = pathOf(file);
  if (place === undefined || (!support.nodeModules && place.includes('/node_modules/'))) return undefined;
  const text = binding('modules').readSource(place, true);
  if (typeof text !== 'string' || !text.includes('sourceMappingURL=')) return undefined;
  const last = Array.from(text.matchAll(kComment)).at(-1);
  // It may stand in a string of several lines.
  if (last === undefined || !binding('syntax').isComment(text, last.index + last[0].search(/\S/))) return undefined;
  const url = last[1];
  try {
    const payload = readPayload(url, place);
    const { SourceMap } = require('internal/modules/source_map');
    return new SourceMap(payload, { lineLengths: text.split('\n').map((line) => line.length) });
  } catch {
    // A map that cannot be read is as good as none.
    return undefined;
  }
}

// The map itself, with its sources as URLs.
function readPayload(url, place) {
  const { URL, pathToFileURL } = require('internal/url');
  let text;
  let base = pathToFileURL(place);
  if (url.startsWith('data:')) {
    const comma = url.indexOf(',');
    const isBase64 = url.slice(0, comma).endsWith(';base64');
    const { Buffer } = require('buffer');
    text = isBase64 ? Buffer.from(url.slice(comma + 1), 'base64').toString() : decodeURIComponent(url.slice(comma + 1));
  } else {
    base = new URL(url, base);
    text = require('fs').readFileSync(base, 'utf8');
  }
  const payload = JSON.parse(text.startsWith(')]}\'') ? text.slice(text.indexOf('\n')) : text);
  const root = payload.sourceRoot ?? '';
  payload.sources = payload.sources?.map((source) => new URL(`${root}${source}`, base).href);
  delete payload.sourceRoot;
  return payload;
}

// module.findSourceMap()
function findSourceMap(file) {
  return support.enabled ? mapOf(`${file}`) : undefined;
}

// From Rust, with the frames of a stack: [name, file, line, column] each. Gives the lines of the stack, or undefined if
// nothing of it comes from elsewhere.
function mapFrames(frames) {
  let isMapped = false;
  const lines = frames.map(({ 0: name, 1: file, 2: line, 3: column }, index) => {
    const origin = originOf(file, line, column);
    if (origin === undefined) return frameLine(name, `${file}:${line}:${column}`);
    isMapped = true;
    const caller = frames[index + 1];
    const named = caller === undefined ? undefined : originOf(caller[1], caller[2], caller[3])?.name;
    const place = `${shown(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
    return frameLine(named ?? name, place);
  });
  return isMapped ? lines.join('') : undefined;
}

// What util.getCallSites() tells of a frame, by the map of its file.
function mapSite(site) {
  const origin = originOf(site.scriptName, site.lineNumber, site.columnNumber);
  if (origin === undefined) return site;
  return {
    __proto__: null,
    functionName: site.functionName,
    scriptName: origin.fileName,
    lineNumber: origin.lineNumber,
    column: origin.columnNumber,
    columnNumber: origin.columnNumber,
  };
}

function originOf(file, line, column) {
  const map = mapOf(file);
  if (map === undefined) return undefined;
  const entry = map.findEntry(line - 1, column - 1);
  if (entry.originalSource === undefined || entry.generatedLine !== line - 1) return undefined;
  return {
    fileName: entry.originalSource, lineNumber: entry.originalLine + 1, columnNumber: entry.originalColumn + 1, name: entry.name,
  };
}

function frameLine(name, place) {
  return name === null ? `\n    at ${place}` : `\n    at ${name} (${place})`;
}

function shown(url) {
  return url.startsWith('file:') ? path.normalize(require('internal/url').fileURLToPath(url)) : url;
}

module.exports = { findSourceMap, getSourceMapsSupport, mapSite, setSourceMapsEnabled, setSourceMapsSupport };
