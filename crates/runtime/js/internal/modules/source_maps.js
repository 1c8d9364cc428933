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

// The map of a file; undefined if it has none, or none that is to be used.
function mapOf(file) {
  if (!support.nodeModules && file.includes('/node_modules/')) return undefined;
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
  const text = place === undefined ? undefined : binding('modules').readSource(place, true);
  if (typeof text !== 'string') return undefined;
  const { data, lineLengths } = require('internal/modules/source_map_comment').readMapOf(text, place) ?? {};
  if (data === undefined || data === null) return undefined;
  try {
    const { SourceMap } = require('internal/modules/source_map');
    return new SourceMap(data, { lineLengths });
  } catch {
    return undefined;
  }
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
    const place = `${shown(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`;
    return frameLine(originalName(name, origin, frames[index + 1]) ?? '<anonymous>', place);
  });
  return isMapped ? lines.join('') : undefined;
}

// A function's name in the original is what its caller calls there. One that is a name of the original already was not
// changed: it may be called by another.
function originalName(name, origin, caller) {
  if (caller === undefined || (name !== null && origin.map.payload.names?.includes(name))) return name;
  return originOf(caller[1], caller[2], caller[3])?.name ?? name;
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
    fileName: entry.originalSource, lineNumber: entry.originalLine + 1, columnNumber: entry.originalColumn + 1, name: entry.name, map,
  };
}

// For a place in a file that has a map: the place in the original and the line there, if it is to be had.
function originalLine(file, line, column) {
  const origin = support.enabled ? originOf(file, line, column) : undefined;
  if (origin === undefined) return undefined;
  const { sources, sourcesContent } = origin.map.payload;
  const place = pathOf(origin.fileName);
  const text = sourcesContent?.[sources.indexOf(origin.fileName)] ??
    (place === undefined ? undefined : binding('modules').readSource(place, true));
  if (typeof text !== 'string') return undefined;
  const number = origin.lineNumber;
  return { file: shown(origin.fileName), line: number, column: origin.columnNumber, text: text.split('\n', number)[number - 1] };
}

function frameLine(name, place) {
  return name === null ? `\n    at ${place}` : `\n    at ${name} (${place})`;
}

function shown(url) {
  return url.startsWith('file:') ? path.normalize(require('internal/url').fileURLToPath(url)) : url;
}

module.exports = { findSourceMap, getSourceMapsSupport, mapSite, originalLine, setSourceMapsEnabled, setSourceMapsSupport };
